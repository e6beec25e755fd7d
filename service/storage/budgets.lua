-- Budgets (GCRA) and places. Each step is atomic; time is the server's, in milliseconds.
-- KEYS: the budget or the set of places. ARGV: step, then the step's arguments.
local key = KEYS[1]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local steps = {}

-- GCRA: stores the theoretical arrival time. ARGV: 2 limit per window, 3 window in milliseconds, 4 cost.
-- Returns whether the budget was enough, and the milliseconds until it is full again (after the cost).
function steps.spend()
  local limit, window, cost = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local left = math.max(0, (tonumber(redis.call('GET', key)) or 0) - now)
  local after = math.ceil(left + cost * window / limit)
  if after > window then return {0, after} end
  redis.call('SET', key, string.format('%.0f', now + after), 'PX', after)
  return {1, after}
end

-- Takes one of a limited number of places. ARGV: 2 number of places, 3 milliseconds a place is kept, 4 holder ('': only look).
-- Returns whether there was a free place.
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
