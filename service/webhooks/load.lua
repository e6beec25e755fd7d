-- How much there is to deliver, and who delivers. Each step is atomic; time is the server's, in milliseconds.
-- KEYS: webhooks with something to do, sorted by when: the fast ones and the slow ones; streams that wait, sorted by since when; all webhooks
-- and those that are off, sorted by when they expire; the workers, sorted by when they count as dead; RQ's queue.
-- ARGV: step, then the step's arguments.
local fast, slow, waiting, all, off, workers, queue = unpack(KEYS)
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local steps = {}

-- For how long the first webhook of a set has had something to do; nil if none has.
local function due_for(set)
  local first = redis.call('ZRANGEBYSCORE', set, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 1)[2]
  return first and now - first
end

-- ARGV: 2 name of a worker, 3 milliseconds for which it counts as alive. Returns how many webhooks there are, and whether a worker must be
-- called: something is due, and RQ's queue is empty.
function steps.tick()
  redis.call('ZADD', workers, now + ARGV[3], ARGV[2])
  local is_due = (due_for(fast) or due_for(slow)) and redis.call('LLEN', queue) == 0
  return {redis.call('ZCARD', all), is_due and 1 or 0}
end

-- Returns how many streams wait, for how long the oldest has, how many webhooks there are and are off, how many workers are alive, and for how
-- long a delivery to a receiver that is not slow has been overdue.
function steps.load()
  local oldest = redis.call('ZRANGE', waiting, 0, 0, 'WITHSCORES')[2]
  local counts = {redis.call('ZCARD', waiting), oldest and now - oldest or 0}
  for _, set in ipairs({all, off, workers}) do table.insert(counts, redis.call('ZCARD', set)) end
  table.insert(counts, due_for(fast) or 0)
  return counts
end

for _, set in ipairs({all, off, workers}) do redis.call('ZREMRANGEBYSCORE', set, '-inf', now) end
return steps[ARGV[1]]()
