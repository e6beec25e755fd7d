-- Budgets and places, each step as a whole. Time is that of the server, in milliseconds.
-- KEYS: the budget or the set of places. ARGV: step, then what the step needs.
local key = KEYS[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local steps = {}

-- 2 limit for each 3 milliseconds, 4 cost. What is kept is the moment at which the budget will be whole again. Says whether it was enough,
-- and that moment, counted from now, as it is or would have become.
function steps.spend()
  local limit, window, cost = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local left = math.max(0, (tonumber(redis.call('GET', key)) or 0) - now)
  local after = math.ceil(left + cost * window / limit)
  if after > window then return {0, after} end
  redis.call('SET', key, string.format('%.0f', now + after), 'PX', after)
  return {1, after}
end

-- 2 most places, 3 milliseconds a place is kept, 4 who takes one ('': nobody, only look). Says whether there was room.
function steps.hold()
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if not redis.call('ZSCORE', key, ARGV[4]) and redis.call('ZCARD', key) >= tonumber(ARGV[2]) then return 0 end
  if ARGV[4] ~= '' then
    redis.call('ZADD', key, now + ARGV[3], ARGV[4])
    redis.call('PEXPIRE', key, ARGV[3])
  end
  return 1
end

return steps[ARGV[1]]()
