-- Every step in the life of a job, each atomic; gcra.lua precedes this file. Time is the server's, in milliseconds, so that the clocks of
-- machines do not matter. The Redis of jobs is never a Cluster: steps choose jobs, so they read keys that cannot be declared.
-- KEYS: job, running jobs (sorted by when their lease ends), workers (sorted by when they count as dead), one key for the step ('none' if
-- unused), the outbox of jobs that have ended, and the owners that have webhooks.
-- ARGV: step, id, then the step's arguments.
--
-- Start-time fair queueing: each queue (seats, analysis, study) shares the workers among the clients that have waiting jobs, by the AI time
-- that the jobs ask for; the jobs of one client wait in the order of their acceptance. Its keys begin with arbiter:jobs:<queue>:
--   waiting      all waiting jobs, sorted by when they were requested
--   of:<client>  those of one client, sorted by the number of their acceptance
--   clients      the clients with waiting jobs, sorted by the virtual time at which their next job starts
--   held         the clients with waiting jobs that have spent their AI time, sorted by when there is enough again
--   served       clients, sorted by the virtual time up to which they have had their share
--   time         the virtual time at which the last job started
local job, running, workers, extra, news, owners = unpack(KEYS)
local id = ARGV[2]
local QUEUES, LONGEST_DELAY_MS, LISTED_CLIENTS = {'seats', 'analysis', 'study'}, 60 * 1000, 1000
local steps = {}

local function name(queue, part)
  return 'arbiter:jobs:' .. queue .. ':' .. part
end

local function jobs_of(queue, client)
  return name(queue, 'of:' .. client)
end

local function count_deliveries(queue)
  return redis.call('LLEN', 'rq:queue:arbiter-' .. queue)
end

local function set_job(new_id)
  id, job = new_id, 'arbiter:job:' .. new_id
end

local function workers_alive()
  return redis.call('ZCOUNT', workers, now, '+inf')
end

-- Lets a client with waiting jobs take part: from now on, not before it has used up the share that it has had.
local function add_client(queue, client)
  local clients = name(queue, 'clients')
  if redis.call('ZSCORE', clients, client) or redis.call('ZSCORE', name(queue, 'held'), client) then return end
  local time, served = redis.call('GET', name(queue, 'time')), redis.call('ZSCORE', name(queue, 'served'), client)
  redis.call('ZADD', clients, math.max(tonumber(time) or 0, tonumber(served) or 0), client)
end

-- A job that comes back from a worker keeps its number, so it is the client's next one.
local function add_waiting(queue, client)
  local found = redis.call('HMGET', job, 'requested_at', 'number')
  local number = found[2] or redis.call('INCR', 'arbiter:jobs:number')
  redis.call('HSET', job, 'status', 'queued', 'client', client, 'number', number)
  redis.call('ZADD', name(queue, 'waiting'), found[1], id)
  redis.call('ZADD', jobs_of(queue, client), number, id)
  add_client(queue, client)
end

local function remove_waiting(queue, client)
  redis.call('ZREM', name(queue, 'waiting'), id)
  redis.call('ZREM', jobs_of(queue, client), id)
  if redis.call('EXISTS', jobs_of(queue, client)) == 0 then
    redis.call('ZREM', name(queue, 'clients'), client)
    redis.call('ZREM', name(queue, 'held'), client)
  end
end

local function unlist()
  redis.call('ZREM', running, id)
  local found = redis.call('HMGET', job, 'queue', 'client')
  if found[1] and found[2] then remove_waiting(found[1], found[2]) end
end

-- Clients whose budget suffices again take part again; a time too far ahead was written before the clock was set back.
local function wake_clients(queue)
  local held = name(queue, 'held')
  for _, from_to in ipairs({{'-inf', now}, {'(' .. now + LONGEST_DELAY_MS, '+inf'}}) do
    for _, client in ipairs(redis.call('ZRANGEBYSCORE', held, from_to[1], from_to[2])) do
      redis.call('ZREM', held, client)
      add_client(queue, client)
    end
  end
end

-- How many waiting jobs a job of the client shares the workers with: each client has the same share, in which its own jobs wait.
local function count_rivals(queue, client)
  local clients = redis.call('ZCARD', name(queue, 'clients'))
  if not redis.call('ZSCORE', name(queue, 'clients'), client) then clients = clients + 1 end
  return clients * (1 + redis.call('ZCARD', jobs_of(queue, client))) - 1
end

local function budget_of(client)
  return 'arbiter:budget:ai_ms:' .. client
end

-- A request has been paid for. A turn is paid for when a worker takes it for the first time; a client that cannot pay is held.
local function pay(queue, client, limit, window)
  local found = redis.call('HMGET', job, 'deadline_ms', 'attempts')
  if queue ~= 'seats' or limit == 0 or found[2] then return true end
  local is_enough, after = spend(budget_of(client), limit, window, math.min(found[1], limit))
  if not is_enough then
    redis.call('ZREM', name(queue, 'clients'), client)
    redis.call('ZADD', name(queue, 'held'), now + after - window, client)
  end
  return is_enough
end

-- Chooses the first job of the client whose turn it is; returns the client, or nil if no job can be claimed.
local function choose(queue, limit, window)
  local client = redis.call('ZRANGE', name(queue, 'clients'), 0, 0)[1]
  while client do
    set_job(redis.call('ZRANGE', jobs_of(queue, client), 0, 0)[1])
    if redis.call('HGET', job, 'status') ~= 'queued' then
      remove_waiting(queue, client) -- It has expired.
    elseif pay(queue, client, limit, window) then
      return client
    end
    client = redis.call('ZRANGE', name(queue, 'clients'), 0, 0)[1]
  end
end

-- Counts the time of the chosen job as served. When nobody waits, what was served before no longer matters.
local function serve(queue, client, cost)
  local clients, served = name(queue, 'clients'), name(queue, 'served')
  local start = tonumber(redis.call('ZSCORE', clients, client))
  redis.call('SET', name(queue, 'time'), start)
  redis.call('ZADD', clients, start + cost, client)
  redis.call('ZADD', served, start + cost, client)
  redis.call('ZREMRANGEBYSCORE', served, '-inf', start)
  remove_waiting(queue, client)
  if redis.call('EXISTS', name(queue, 'waiting')) == 0 then redis.call('DEL', served) end
end

-- Whether there are too many requests for another one of this client. Beyond the maximum there is room for clients that have less than
-- their share of it, up to twice the maximum, so that one client cannot fill the queue for all.
local function is_full(client, most)
  local open, own, clients = redis.call('ZCARD', running), 0, 1
  for _, queue in ipairs({'analysis', 'study'}) do
    open = open + redis.call('ZCARD', name(queue, 'waiting'))
    own = own + redis.call('ZCARD', jobs_of(queue, client))
    clients = clients + redis.call('ZCARD', name(queue, 'clients'))
  end
  return open >= most and (own * clients >= most or open >= 2 * most)
end

-- 3 maximum of open requests (-1: none), 4 milliseconds since the request, 5 seconds kept while open, 6 seconds to keep the idempotency key
-- (the extra key), 7 fingerprint of the request ('': no key), 8 queue, 9 client, then fields and values. A job that exists but is on no
-- list (an older version of the service kept others) is listed again. With its verdict it returns whether RQ needs another delivery.
function steps.accept()
  local queue, client = ARGV[8], ARGV[9]
  local status = redis.call('HGET', job, 'status')
  local is_listed = redis.call('ZSCORE', running, id) or redis.call('ZSCORE', name(queue, 'waiting'), id)
  if status and (is_listed or (status ~= 'queued' and status ~= 'running')) then return {'exists', 0} end
  local first = ARGV[7] ~= '' and redis.call('GET', extra)
  if first then return {'replayed', first} end
  local most = tonumber(ARGV[3])
  if most >= 0 and is_full(client, most) then return {'full'} end
  if not status then redis.call('HSET', job, 'requested_at', now - ARGV[4], 'queue', queue, unpack(ARGV, 10)) end
  redis.call('EXPIRE', job, ARGV[5])
  add_waiting(queue, client)
  if ARGV[7] ~= '' then redis.call('SET', extra, ARGV[7], 'EX', ARGV[6]) end
  return {'accepted', count_deliveries(queue) < redis.call('ZCARD', name(queue, 'waiting')) and 1 or 0}
end

-- 3 queue, 4 lease, 5 limit of AI time (0: none), 6 its window. Returns the next job, and whether RQ needs another delivery, or nothing.
function steps.claim()
  local queue = ARGV[3]
  wake_clients(queue)
  local client = choose(queue, tonumber(ARGV[5]), tonumber(ARGV[6]))
  if not client then return {} end
  local found = redis.call('HMGET', job, 'task', 'deadline_ms', 'requested_at', 'request')
  serve(queue, client, tonumber(found[2]))
  redis.call('HSET', job, 'status', 'running')
  redis.call('ZADD', running, now + ARGV[4], id)
  local attempt = redis.call('HINCRBY', job, 'attempts', 1)
  local is_more = redis.call('EXISTS', name(queue, 'clients')) == 1 and count_deliveries(queue) == 0
  local rivals = count_rivals(queue, client)
  return {is_more and 1 or 0, id, found[1], found[2], now - found[3], attempt, rivals, workers_alive(), found[4] or ''}
end

-- 3 attempt, 4 lease, 5 progress, 6 best result so far ('': none). Returns how many jobs share the workers with this one and how many
-- workers are alive, or nothing when the job was cancelled or given to another worker.
function steps.renew()
  local found = redis.call('HMGET', job, 'status', 'attempts', 'queue', 'client')
  if found[1] ~= 'running' or found[2] ~= ARGV[3] then return {} end
  redis.call('HSET', job, 'progress', ARGV[5])
  if ARGV[6] ~= '' then redis.call('HSET', job, 'best', ARGV[6]) end
  redis.call('ZADD', running, now + ARGV[4], id)
  return {count_rivals(found[3], found[4]), workers_alive()}
end

-- A job that its client cancelled is no news to the client.
local function add_to_news(status)
  local owner = redis.call('HGET', job, 'owner')
  if owner and status ~= 'cancelled' and redis.call('HEXISTS', owners, owner) == 1 then
    redis.call('ZADD', news, now, id .. ':' .. owner .. ':' .. status)
  end
end

-- 3 status, 4 field and 5 value to add, 6 seconds to keep the job. Pushing to the extra key wakes requests that wait.
function steps.close()
  local status = redis.call('HGET', job, 'status')
  if status ~= 'queued' and status ~= 'running' then return status or '' end
  unlist()
  redis.call('HSET', job, 'status', ARGV[3], ARGV[4], ARGV[5])
  redis.call('HDEL', job, 'task', 'best')
  add_to_news(ARGV[3])
  redis.call('EXPIRE', job, ARGV[6])
  redis.call('RPUSH', extra, ARGV[3])
  redis.call('EXPIRE', extra, ARGV[6])
  return ARGV[3]
end

-- 3 milliseconds that the turn took, 4 limit of AI time (0: none), 5 its window. Deletes the job of a turn and gives back the AI time that
-- it did not need.
function steps.delete()
  local found = redis.call('HMGET', job, 'deadline_ms', 'client')
  if not found[1] then return {} end
  local limit = tonumber(ARGV[4])
  local unused = math.min(found[1], limit) - ARGV[3]
  if unused > 0 then refund(budget_of(found[2]), limit, tonumber(ARGV[5]), unused) end
  unlist()
  redis.call('DEL', job)
  return {}
end

-- 3 attempt. Ends the lease of a job, so that the sweeper requeues it.
function steps.release()
  local found = redis.call('HMGET', job, 'status', 'attempts')
  if found[1] == 'running' and found[2] == ARGV[3] then redis.call('ZADD', running, now, id) end
  return {}
end

-- Jobs that failed repeatedly are delayed, up to a minute, once for each attempt. Returns whether the job is.
local function delay()
  local found = redis.call('HMGET', job, 'attempts', 'delayed')
  local failures = math.min(tonumber(found[1] or 0), 10) - 4
  if failures <= 0 or found[1] == found[2] then return false end
  redis.call('HSET', job, 'delayed', found[1])
  redis.call('ZADD', running, now + math.min(LONGEST_DELAY_MS, 2 ^ failures * 1000), id)
  return true
end

-- Requeues jobs whose lease has expired, or ends too far ahead: such a lease was written before the clock was set back. Returns their ids.
local function recover()
  local late, found = redis.call('ZRANGEBYSCORE', running, '-inf', now, 'LIMIT', 0, 500), {}
  for _, lost in ipairs(redis.call('ZRANGEBYSCORE', running, '(' .. now + 2 * LONGEST_DELAY_MS, '+inf')) do table.insert(late, lost) end
  for _, lost in ipairs(late) do
    set_job(lost)
    local known = redis.call('HMGET', job, 'status', 'queue', 'client')
    if known[1] ~= 'running' then
      redis.call('ZREM', running, id)
    elseif not delay() then
      redis.call('ZREM', running, id)
      add_waiting(known[2] or 'analysis', known[3] or '') -- An older version of the service did not store them.
      table.insert(found, id)
    end
  end
  return found
end

-- How many deliveries RQ needs: one for each job that can be claimed, at most one for each worker.
local function count_undelivered(queue)
  local most, ready = workers_alive() + 1, 0
  wake_clients(queue)
  for _, client in ipairs(redis.call('ZRANGE', name(queue, 'clients'), 0, most - 1)) do
    ready = ready + redis.call('ZCARD', jobs_of(queue, client))
  end
  return math.max(0, math.min(ready, most) - count_deliveries(queue))
end

-- What the sweeper does. Returns the ids of requeued jobs, and how many deliveries each queue needs.
function steps.sweep()
  local found, needed = recover(), {}
  for _, queue in ipairs(QUEUES) do table.insert(needed, count_undelivered(queue)) end
  return {found, needed}
end

-- 3 milliseconds for which the workers named from 4 on count as alive.
function steps.heartbeat()
  redis.call('ZREMRANGEBYSCORE', workers, '-inf', now)
  for index = 4, #ARGV do redis.call('ZADD', workers, now + ARGV[3], ARGV[index]) end
  return {}
end

-- Returns how many jobs wait for a worker, how many run, how many workers are alive, for how long a job has waited at most, and how many
-- turns wait because their client has spent its AI time.
function steps.load()
  local waiting, held, oldest = 0, 0, now
  for _, queue in ipairs(QUEUES) do
    waiting = waiting + redis.call('ZCARD', name(queue, 'waiting'))
    for _, client in ipairs(redis.call('ZRANGE', name(queue, 'held'), 0, -1)) do
      held = held + redis.call('ZCARD', jobs_of(queue, client))
    end
    for _, client in ipairs(redis.call('ZRANGE', name(queue, 'clients'), 0, LISTED_CLIENTS - 1)) do
      local first = redis.call('ZRANGE', jobs_of(queue, client), 0, 0)[1]
      oldest = math.min(oldest, tonumber(redis.call('HGET', 'arbiter:job:' .. first, 'requested_at')) or now)
    end
  end
  return {waiting - held, redis.call('ZCARD', running), workers_alive(), now - oldest, held}
end

return steps[ARGV[1]]()
