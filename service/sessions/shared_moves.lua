-- Counts the forks that share the moves of a finished game; the moves are kept for as long as one of them is.
-- KEYS: the shared moves, a hash: `moves` holds the moves, every other field is the id of a fork.
-- ARGV: step, id of the fork, seconds to keep the moves, then the moves.
local shared, step, fork, seconds = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
if step == 'add' then
  redis.call('HSETNX', shared, 'moves', ARGV[4])
  redis.call('HSET', shared, fork, '')
  redis.call('EXPIRE', shared, seconds)
elseif redis.call('HDEL', shared, fork) == 1 and redis.call('HLEN', shared) == 1 then
  redis.call('EXPIRE', shared, seconds)
end
