-- An outbox: resources for which the service must do something, sorted by when (milliseconds of this server's time). Each step is atomic.
-- KEYS: outbox. ARGV: step, then the step's arguments.
local outbox = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local steps = {}

-- Returns members whose time has come, each followed by its score.
function steps.due()
  return redis.call('ZRANGEBYSCORE', outbox, '-inf', now, 'WITHSCORES', 'LIMIT', 0, ARGV[2])
end

-- ARGV: 2 member, 3 milliseconds from now. An earlier entry keeps its time; it changes a little, so that `settle` notices.
function steps.add()
  local found = tonumber(redis.call('ZSCORE', outbox, ARGV[2]))
  local wanted = now + ARGV[3]
  redis.call('ZADD', outbox, string.format('%.3f', found and math.min(wanted, found + 0.001) or wanted), ARGV[2])
end

-- ARGV: 2 milliseconds from now until the members are looked at again ('': never), then members, each with the score it was found with.
-- Does nothing for a member that was added again meanwhile.
function steps.settle()
  for index = 3, #ARGV, 2 do
    if redis.call('ZSCORE', outbox, ARGV[index]) == ARGV[index + 1] then
      if ARGV[2] == '' then redis.call('ZREM', outbox, ARGV[index]) else redis.call('ZADD', outbox, now + ARGV[2], ARGV[index]) end
    end
  end
end

return steps[ARGV[1]]()
