-- The outbox: sessions in which the service must do something, sorted by when (milliseconds of this server's time). Each step is atomic.
-- KEYS: outbox. ARGV: step, then the step's arguments.
local outbox = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local steps = {}

-- Returns sessions whose time has come, each followed by its entry's score.
function steps.due()
  return redis.call('ZRANGEBYSCORE', outbox, '-inf', now, 'WITHSCORES', 'LIMIT', 0, ARGV[2])
end

-- ARGV: 2 session, 3 milliseconds from now. An earlier entry keeps its time; it changes a little, so that `settle` notices.
function steps.add()
  local found = tonumber(redis.call('ZSCORE', outbox, ARGV[2]))
  local wanted = now + ARGV[3]
  redis.call('ZADD', outbox, string.format('%.3f', found and math.min(wanted, found + 0.001) or wanted), ARGV[2])
end

-- ARGV: 2 session, 3 the score it was found with, 4 milliseconds from now until it is looked at again ('': never).
-- Does nothing if the session was added again meanwhile.
function steps.settle()
  if redis.call('ZSCORE', outbox, ARGV[2]) ~= ARGV[3] then return end
  if ARGV[4] == '' then redis.call('ZREM', outbox, ARGV[2]) else redis.call('ZADD', outbox, now + ARGV[4], ARGV[2]) end
end

return steps[ARGV[1]]()
