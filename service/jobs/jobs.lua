-- Every step in the life of a job, each as a whole or not at all. Time is that of the server, in milliseconds, so that no two clocks matter.
-- KEYS: the job, the sets of jobs that wait and that run (by when to look after them), the workers (by when to forget them), and one more.
-- ARGV: step, id, then what the step needs.
local job, waiting, running, workers, extra = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local id = ARGV[2]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local steps = {}

local function workers_alive()
  return redis.call('ZCOUNT', workers, now, '+inf')
end

-- RQ's list of deliveries of a queue.
local function lane(queue)
  return 'rq:queue:arbiter-' .. (queue or 'analysis')
end

local function others(queue)
  return redis.call('LLEN', lane(queue))
end

local function expect(set, milliseconds)
  redis.call('ZREM', set == waiting and running or waiting, id)
  redis.call('ZADD', set, now + milliseconds, id)
end

-- 3 most open jobs (-1: any number), 4 milliseconds since the request, 5 patience until picked up, 6 seconds kept while open,
-- 7 seconds to remember the idempotency key (the extra key) by 8, then fields and values.
function steps.accept()
  if redis.call('EXISTS', job) == 1 then return {'known'} end
  local first = ARGV[8] ~= '' and redis.call('GET', extra)
  if first then return {'repeated', first} end
  local most = tonumber(ARGV[3])
  if most >= 0 and redis.call('ZCARD', waiting) + redis.call('ZCARD', running) >= most then return {'full'} end
  redis.call('HSET', job, 'status', 'queued', 'requested_at', now - ARGV[4], 'deliveries', 1, unpack(ARGV, 9))
  redis.call('EXPIRE', job, ARGV[6])
  expect(waiting, ARGV[5])
  if ARGV[8] ~= '' then redis.call('SET', extra, ARGV[8], 'EX', ARGV[7]) end
  return {'accepted'}
end

-- 3 lease. A job that runs elsewhere is given only when its lease has run out.
function steps.claim()
  local status = redis.call('HGET', job, 'status')
  local lease = redis.call('ZSCORE', running, id)
  if status ~= 'queued' and not (status == 'running' and (not lease or tonumber(lease) < now)) then
    if not status then redis.call('ZREM', waiting, id); redis.call('ZREM', running, id) end
    return {}
  end
  redis.call('HSET', job, 'status', 'running')
  local attempt = redis.call('HINCRBY', job, 'attempts', 1)
  expect(running, ARGV[3])
  local found = redis.call('HMGET', job, 'task', 'deadline_ms', 'requested_at', 'request', 'queue')
  return {found[1], found[2], now - found[3], attempt, others(found[5]), workers_alive(), found[4] or ''}
end

-- 3 attempt, 4 lease, 5 progress. Says how many jobs of its kind wait and how many workers there are, or nothing when the work is not
-- wanted any more.
function steps.beat()
  local found = redis.call('HMGET', job, 'status', 'attempts', 'queue')
  if found[1] ~= 'running' or found[2] ~= ARGV[3] then return {} end
  redis.call('HSET', job, 'progress', ARGV[5])
  expect(running, ARGV[4])
  return {others(found[3]), workers_alive()}
end

-- 3 status, 4 field and 5 value to add, 6 seconds to keep the job (0: forget it). The extra key wakes whoever waits for the end.
function steps.close()
  local status = redis.call('HGET', job, 'status')
  if status ~= 'queued' and status ~= 'running' then return status or '' end
  local found = redis.call('HMGET', job, 'queue', 'deliveries')
  local delivery = id .. '-' .. (found[2] or 1)
  if status == 'queued' and redis.call('LREM', lane(found[1]), 1, delivery) > 0 then redis.call('DEL', 'rq:job:' .. delivery) end
  redis.call('ZREM', waiting, id)
  redis.call('ZREM', running, id)
  if ARGV[6] == '0' then redis.call('DEL', job); return ARGV[3] end
  redis.call('HSET', job, 'status', ARGV[3], ARGV[4], ARGV[5])
  redis.call('HDEL', job, 'task')
  redis.call('EXPIRE', job, ARGV[6])
  redis.call('RPUSH', extra, ARGV[3])
  redis.call('EXPIRE', extra, ARGV[6])
  return ARGV[3]
end

-- 3 patience until picked up. Says which delivery this is and how many seconds it may take, or nothing when none is needed: one that
-- still lies in the queue only has to wait longer, and so has work that was tried in vain again and again, up to a minute.
function steps.redeliver()
  local due = redis.call('ZSCORE', waiting, id) or redis.call('ZSCORE', running, id)
  local found = redis.call('HMGET', job, 'status', 'deliveries', 'seconds', 'queue', 'attempts', 'rested')
  if not found[1] then redis.call('ZREM', waiting, id); redis.call('ZREM', running, id); return {} end
  local vain = math.min(tonumber(found[5] or 0), 10) - 4
  local pause = vain > 0 and math.min(60, 2 ^ vain) * 1000 or 0
  if not due or tonumber(due) > now then return {} end
  if pause > 0 and found[6] ~= found[5] then
    redis.call('HSET', job, 'rested', found[5])
    redis.call('ZADD', redis.call('ZSCORE', waiting, id) and waiting or running, now + pause, id)
    return {}
  end
  expect(waiting, ARGV[3])
  if found[1] == 'queued' and redis.call('LPOS', lane(found[4]), id .. '-' .. found[2]) then return {} end
  redis.call('HSET', job, 'status', 'queued')
  return {redis.call('HINCRBY', job, 'deliveries', 1), tonumber(found[3])}
end

-- Gives a job back that could not be done, to be delivered anew at the next look; 3 attempt.
function steps.release()
  local found = redis.call('HMGET', job, 'status', 'attempts')
  if found[1] == 'running' and found[2] == ARGV[3] then expect(running, 0) end
  return {}
end

-- 3 milliseconds the workers named from 4 on count as alive.
function steps.present()
  redis.call('ZREMRANGEBYSCORE', workers, '-inf', now)
  for index = 4, #ARGV do redis.call('ZADD', workers, now + ARGV[3], ARGV[index]) end
  return {}
end

-- Jobs that somebody should have looked after by now.
function steps.overdue()
  local found = redis.call('ZRANGEBYSCORE', running, 0, now, 'LIMIT', 0, 500)
  for _, late in ipairs(redis.call('ZRANGEBYSCORE', waiting, 0, now, 'LIMIT', 0, 500)) do table.insert(found, late) end
  return found
end

-- How much there is to do, how many do it, and for how long the first of the queues (named from 3 on) has waited.
function steps.load()
  local oldest = 0
  for index = 3, #ARGV do
    local first = redis.call('LINDEX', lane(ARGV[index]), 0)
    local known = first and string.match(first, '^(.*)%-%d+$')
    local since = known and redis.call('HGET', 'arbiter:job:' .. known, 'requested_at')
    if since then oldest = math.max(oldest, now - since) end
  end
  return {redis.call('ZCARD', waiting), redis.call('ZCARD', running), workers_alive(), oldest}
end

return steps[ARGV[1]]()
