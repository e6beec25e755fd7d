-- GCRA, for the scripts that this file precedes. A budget is a key with its theoretical arrival time, in milliseconds of this server's clock.
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- Milliseconds until the budget is full. No budget needs longer than its window, so a time beyond it was written before the clock was set
-- back, or by another server's clock; it says nothing.
local function until_full(budget, window)
  local left = (tonumber(redis.call('GET', budget)) or 0) - now
  return left > 0 and left <= window and left or 0
end

local function store(budget, left)
  if left > 0 then redis.call('SET', budget, string.format('%.0f', now + left), 'PX', left) else redis.call('DEL', budget) end
end

-- Spends from a budget of `limit` per `window` milliseconds. Returns whether there was enough, and the milliseconds until the budget is full
-- again after the cost.
local function spend(budget, limit, window, cost)
  local after = math.ceil(until_full(budget, window) + cost * window / limit)
  if after > window then return false, after end
  store(budget, after)
  return true, after
end

-- Gives back what was spent. Returns the milliseconds until the budget is full.
local function refund(budget, limit, window, cost)
  local after = math.max(0, math.ceil(until_full(budget, window) - cost * window / limit))
  store(budget, after)
  return after
end
