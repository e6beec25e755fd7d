-- Notes that a session has webhooks; it may have expired meanwhile. KEYS: session.
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'webhooks', '1') end
