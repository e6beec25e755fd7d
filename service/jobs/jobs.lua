-- Every step in the life of a job, each atomic. Time is the server's, in milliseconds, so that the clocks of machines do not matter.
-- KEYS: job, running jobs (sorted by when their lease ends), workers (sorted by when they count as dead), one key for the step ('none' if
-- unused), then the waiting jobs of the queues seats, analysis and study (sorted by when the sweeper looks at them), the outbox of jobs that
-- have ended, and the owners that have webhooks.
-- ARGV: step, id, then the step's arguments.
local job, running, workers, extra = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local waiting = {seats = KEYS[5], analysis = KEYS[6], study = KEYS[7]}
local news, owners = KEYS[8], KEYS[9]
local id = ARGV[2]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local steps = {}

local function workers_alive()
  return redis.call('ZCOUNT', workers, now, '+inf')
end

local function count_waiting()
  return redis.call('ZCARD', waiting.seats) + redis.call('ZCARD', waiting.analysis) + redis.call('ZCARD', waiting.study)
end

local function unlist()
  redis.call('ZREM', running, id)
  for _, queue in pairs(waiting) do redis.call('ZREM', queue, id) end
end

local function list(set, milliseconds)
  unlist()
  redis.call('ZADD', set, now + milliseconds, id)
end

local function is_listed(queue)
  return redis.call('ZSCORE', running, id) or redis.call('ZSCORE', waiting[queue], id)
end

-- 3 maximum of open jobs (-1: none), 4 milliseconds since the request, 5 milliseconds until the sweeper looks, 6 seconds kept while open,
-- 7 seconds to keep the idempotency key (the extra key), 8 fingerprint of the request ('': no key), 9 queue, then fields and values.
-- A job that exists but is on no list (an older version of the service kept others) is listed again.
function steps.accept()
  local known = redis.call('HMGET', job, 'status', 'queue')
  if known[1] then
    if (known[1] == 'queued' or known[1] == 'running') and not is_listed(known[2]) then list(waiting[known[2]], 0) end
    return {'exists'}
  end
  local first = ARGV[8] ~= '' and redis.call('GET', extra)
  if first then return {'replayed', first} end
  local most = tonumber(ARGV[3])
  if most >= 0 and count_waiting() + redis.call('ZCARD', running) >= most then return {'full'} end
  redis.call('HSET', job, 'status', 'queued', 'requested_at', now - ARGV[4], 'deliveries', 1, 'queue', ARGV[9], unpack(ARGV, 10))
  redis.call('EXPIRE', job, ARGV[6])
  list(waiting[ARGV[9]], ARGV[5])
  if ARGV[8] ~= '' then redis.call('SET', extra, ARGV[8], 'EX', ARGV[7]) end
  return {'accepted'}
end

-- 3 lease. A job that another worker runs is given out only after its lease has expired.
function steps.claim()
  local status = redis.call('HGET', job, 'status')
  local lease = redis.call('ZSCORE', running, id)
  if status ~= 'queued' and not (status == 'running' and (not lease or tonumber(lease) < now)) then
    if not status then unlist() end
    return {}
  end
  redis.call('HSET', job, 'status', 'running')
  local attempt = redis.call('HINCRBY', job, 'attempts', 1)
  list(running, ARGV[3])
  local found = redis.call('HMGET', job, 'task', 'deadline_ms', 'requested_at', 'request', 'queue')
  return {found[1], found[2], now - found[3], attempt, redis.call('ZCARD', waiting[found[5]]), workers_alive(), found[4] or ''}
end

-- 3 attempt, 4 lease, 5 progress. Returns how many jobs wait in the same queue and how many workers are alive, or nothing when the job was
-- cancelled or given to another worker.
function steps.renew()
  local found = redis.call('HMGET', job, 'status', 'attempts', 'queue')
  if found[1] ~= 'running' or found[2] ~= ARGV[3] then return {} end
  redis.call('HSET', job, 'progress', ARGV[5])
  list(running, ARGV[4])
  return {redis.call('ZCARD', waiting[found[3]]), workers_alive()}
end

-- A job that its client cancelled is no news to the client.
local function add_to_news(status)
  local owner = redis.call('HGET', job, 'owner')
  if owner and status ~= 'cancelled' and redis.call('HEXISTS', owners, owner) == 1 then
    redis.call('ZADD', news, now, id .. ':' .. owner .. ':' .. status)
  end
end

-- 3 status, 4 field and 5 value to add, 6 seconds to keep the job (0: delete it). Pushing to the extra key wakes requests that wait.
function steps.close()
  local status = redis.call('HGET', job, 'status')
  if status ~= 'queued' and status ~= 'running' then return status or '' end
  unlist()
  if ARGV[6] == '0' then redis.call('DEL', job); return ARGV[3] end
  redis.call('HSET', job, 'status', ARGV[3], ARGV[4], ARGV[5])
  redis.call('HDEL', job, 'task')
  add_to_news(ARGV[3])
  redis.call('EXPIRE', job, ARGV[6])
  redis.call('RPUSH', extra, ARGV[3])
  redis.call('EXPIRE', extra, ARGV[6])
  return ARGV[3]
end

-- 3 milliseconds until the sweeper looks again, 4 whether the last delivery still lies in RQ's queue ('1' or '0'). Returns the number of the
-- new delivery and its time limit in seconds, or nothing when none is needed. Jobs that failed repeatedly are delayed, up to a minute.
function steps.redeliver()
  local found = redis.call('HMGET', job, 'status', 'deliveries', 'seconds', 'queue', 'attempts', 'delayed')
  local queue = found[4] and waiting[found[4]]
  local due = (queue and redis.call('ZSCORE', queue, id)) or redis.call('ZSCORE', running, id)
  if found[1] ~= 'queued' and found[1] ~= 'running' then unlist(); return {} end
  if not due or tonumber(due) > now then return {} end
  local failures = math.min(tonumber(found[5] or 0), 10) - 4
  local delay = failures > 0 and math.min(60, 2 ^ failures) * 1000 or 0
  if delay > 0 and found[6] ~= found[5] then
    redis.call('HSET', job, 'delayed', found[5])
    redis.call('ZADD', redis.call('ZSCORE', queue, id) and queue or running, now + delay, id)
    return {}
  end
  list(queue, ARGV[3])
  if found[1] == 'queued' and ARGV[4] == '1' then return {} end
  redis.call('HSET', job, 'status', 'queued')
  return {redis.call('HINCRBY', job, 'deliveries', 1), tonumber(found[3])}
end

-- 3 attempt. Gives a job back so that the sweeper delivers it again at once.
function steps.release()
  local found = redis.call('HMGET', job, 'status', 'attempts')
  if found[1] == 'running' and found[2] == ARGV[3] then list(running, 0) end
  return {}
end

-- 3 milliseconds for which the workers named from 4 on count as alive.
function steps.heartbeat()
  redis.call('ZREMRANGEBYSCORE', workers, '-inf', now)
  for index = 4, #ARGV do redis.call('ZADD', workers, now + ARGV[3], ARGV[index]) end
  return {}
end

-- Returns jobs whose lease has expired or that nobody picked up in time.
function steps.overdue()
  local found = {}
  for _, set in ipairs({running, waiting.seats, waiting.analysis, waiting.study}) do
    for _, late in ipairs(redis.call('ZRANGEBYSCORE', set, 0, now, 'LIMIT', 0, 500)) do table.insert(found, late) end
  end
  return found
end

-- Returns how many jobs wait, how many run, how many workers are alive, and the time.
function steps.load()
  return {count_waiting(), redis.call('ZCARD', running), workers_alive(), now}
end

return steps[ARGV[1]]()
