-- Counts the webhooks of every owner. KEYS: a hash from owners to their counts. ARGV: owner, 1 or -1. An owner without webhooks is removed.
if redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2]) <= 0 then redis.call('HDEL', KEYS[1], ARGV[1]) end
