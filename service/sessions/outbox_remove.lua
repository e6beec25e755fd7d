-- Removes a session from the outbox unless it was added again. KEYS: outbox. ARGV: session, time at which it was added.
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then redis.call('ZREM', KEYS[1], ARGV[1]) end
