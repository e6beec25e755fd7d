-- Budgets and places. Each step is atomic; gcra.lua precedes this file.
-- KEYS: the budget or the set of places. ARGV: step, then the step's arguments.
local key = KEYS[1]
local steps = {}

-- ARGV: 2 limit per window, 3 window in milliseconds, 4 cost. Returns whether the budget was enough, and the milliseconds until it is full
-- again (after the cost).
function steps.spend()
  local is_enough, after = spend(key, tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]))
  return {is_enough and 1 or 0, after}
end

-- ARGV: as for spend. Returns the milliseconds until the budget is full.
function steps.refund()
  return {1, refund(key, tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]))}
end

-- The key lives as long as the place that is kept longest.
local function take(holder, milliseconds)
  redis.call('ZADD', key, now + milliseconds, holder)
  if redis.call('PTTL', key) < tonumber(milliseconds) then redis.call('PEXPIRE', key, milliseconds) end
end

-- Takes one of a limited number of places. ARGV: 2 number of places, 3 milliseconds for which it is taken, 4 holder, 5 milliseconds for which
-- any place is taken at most. Returns whether there was a free place. A place that is taken for longer than the maximum was taken before the
-- clock was set back.
function steps.hold()
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local latest = now + ARGV[5]
  for _, holder in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. latest, '+inf')) do redis.call('ZADD', key, latest, holder) end
  if not redis.call('ZSCORE', key, ARGV[4]) and redis.call('ZCARD', key) >= tonumber(ARGV[2]) then return 0 end
  take(ARGV[4], ARGV[3])
  return 1
end

-- Hands a place to another holder. ARGV: 2 old holder, 3 new holder, 4 milliseconds for which it is taken.
function steps.hand_over()
  redis.call('ZREM', key, ARGV[2])
  take(ARGV[3], ARGV[4])
  return 1
end

return steps[ARGV[1]]()
