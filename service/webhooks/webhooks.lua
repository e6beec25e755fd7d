-- Webhooks and the streams of their deliveries. Each step is atomic; time is the server's, in milliseconds. The server is never a Cluster, so
-- the keys of a webhook follow from its id: arbiter:webhook:<id> (hash), ...:due and ...:running (its streams, sorted by when they are due and
-- when their lease ends), ...:stream:<stream> (hash), ...:attempts (list). arbiter:webhooks:of:<scope> are the webhooks of a scope.
-- KEYS: webhooks with something to do, sorted by when: the fast ones and the slow ones; streams that wait, sorted by since when; all webhooks
-- and those that are off, sorted by when they expire; the stored reply of the request.
-- ARGV: step, id of the webhook, then the step's arguments.
local fast, slow, waiting, all, off, reply = unpack(KEYS)
local id = ARGV[2]
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local PARALLEL, OUTAGE_MS, DAY_MS, ATTEMPTS, NEVER = 8, 60 * 1000, 24 * 3600 * 1000, 100, 9e15
local STREAM_SECONDS = 2 * 24 * 3600
local steps = {}

local function key(part)
  return 'arbiter:webhook:' .. id .. (part and ':' .. part or '')
end

local function index(scope)
  return 'arbiter:webhooks:of:' .. scope
end

local function get(field)
  return redis.call('HGET', key(), field)
end

-- How many deliveries of the webhook may be under way: one while it fails, so that it does not take the place of others.
local function parallel()
  return get('failing_since') and 1 or PARALLEL
end

-- Lists the webhook for when it has something to do next: a stream is due, or a lease ends. A webhook with enough deliveries under way waits
-- for one of them to end.
local function schedule()
  local due, lease = redis.call('ZRANGE', key('due'), 0, 0, 'WITHSCORES')[2], redis.call('ZRANGE', key('running'), 0, 0, 'WITHSCORES')[2]
  redis.call('ZREM', fast, id)
  redis.call('ZREM', slow, id)
  if redis.call('ZCARD', key('running')) >= parallel() then due = nil end
  if due or lease then
    local set = get('slow') == '1' and slow or fast
    redis.call('ZADD', set, math.min(tonumber(due) or NEVER, tonumber(lease) or NEVER), id)
  end
end

local function unlist(stream)
  redis.call('ZREM', key('due'), stream)
  redis.call('ZREM', key('running'), stream)
  redis.call('ZREM', waiting, id .. '/' .. stream)
end

local function unlist_all()
  for _, set in ipairs({'due', 'running'}) do
    for _, stream in ipairs(redis.call('ZRANGE', key(set), 0, -1)) do redis.call('ZREM', waiting, id .. '/' .. stream) end
    redis.call('DEL', key(set))
  end
  schedule()
end

local function make_due(stream, milliseconds)
  redis.call('ZREM', key('running'), stream)
  redis.call('ZADD', key('due'), now + milliseconds, stream)
end

local function switch_off(reason)
  unlist_all()
  redis.call('HSET', key(), 'state', 'off', 'off_at', now, 'off_reason', reason)
  redis.call('ZADD', off, redis.call('ZSCORE', all, id) or NEVER, id)
  return 'off'
end

local function switch_on()
  redis.call('HSET', key(), 'state', 'on', 'since', now)
  redis.call('HDEL', key(), 'off_at', 'off_reason')
  redis.call('ZREM', off, id)
end

-- Deletes the webhook; its streams expire.
local function delete()
  unlist_all()
  redis.call('SREM', index(get('scope') or ''), id)
  redis.call('DEL', key(), key('attempts'))
  redis.call('ZREM', all, id)
  redis.call('ZREM', off, id)
end

local function expire(seconds)
  for _, name in ipairs({key(), key('attempts'), index(get('scope'))}) do redis.call('EXPIRE', name, seconds) end
  redis.call('ZADD', all, now + seconds * 1000, id)
end

-- Keeps a stream for longer than its deliveries are repeated; those of a deleted webhook then expire.
local function keep(about)
  if redis.call('TTL', about) < STREAM_SECONDS then redis.call('EXPIRE', about, STREAM_SECONDS) end
end

local function wake(stream, payload)
  local about = key('stream:' .. stream)
  redis.call('HINCRBY', about, 'news', 1)
  keep(about)
  if payload ~= '' then redis.call('HSET', about, 'payload', payload) end
  if not redis.call('ZSCORE', key('running'), stream) and not redis.call('ZSCORE', key('due'), stream) then
    redis.call('ZADD', key('due'), now, stream)
    redis.call('ZADD', waiting, 'NX', now, id .. '/' .. stream)
  end
  schedule()
end

-- Whether the worker with this token still holds the stream.
local function holds(stream, token)
  return redis.call('ZSCORE', key('running'), stream) and redis.call('HGET', key('stream:' .. stream), 'token') == token
end

-- The reply to a repeated request; else stores the reply to this one. ARGV: 3 reply, 4 seconds to keep it (0: none).
local function replayed()
  if ARGV[4] == '0' then return nil end
  local first = redis.call('GET', reply)
  if not first then redis.call('SET', reply, ARGV[3], 'EX', ARGV[4]) end
  return first
end

-- ARGV: 5 scope, 6 most webhooks of a scope, 7 seconds to keep it ('': for ever), 8 stream that has begun already ('' for none), 9 its cursor,
-- then fields and values.
function steps.register()
  if redis.call('EXISTS', key()) == 0 and redis.call('SCARD', index(ARGV[5])) >= tonumber(ARGV[6]) then return {'full'} end
  local first = replayed()
  if first then return {'replayed', first} end
  redis.call('HSET', key(), 'state', 'on', 'scope', ARGV[5], unpack(ARGV, 10))
  redis.call('SADD', index(ARGV[5]), id)
  redis.call('ZADD', all, NEVER, id)
  if ARGV[7] ~= '' then expire(tonumber(ARGV[7])) end
  if ARGV[8] ~= '' then
    redis.call('HSET', key('stream:' .. ARGV[8]), 'cursor', ARGV[9])
    redis.call('EXPIRE', key('stream:' .. ARGV[8]), ARGV[7])
  end
  return {'done'}
end

-- Returns whether there was such a webhook.
function steps.delete()
  local existed = redis.call('EXISTS', key())
  delete()
  return existed
end

-- ARGV: 5 the secrets as they were read, 6 the new ones.
function steps.rotate()
  local first = redis.call('GET', reply)
  if ARGV[4] ~= '0' and first then return {'replayed', first} end
  if get('secrets') ~= ARGV[5] then return {'stale'} end
  replayed()
  redis.call('HSET', key(), 'secrets', ARGV[6])
  return {'done'}
end

-- ARGV: 5 stream, 6 payload. A webhook that is off is tested too.
function steps.test()
  local first = replayed()
  if first then return {'replayed', first} end
  if redis.call('EXISTS', key()) == 0 then return {'gone'} end
  wake(ARGV[5], ARGV[6])
  return {'done'}
end

-- ARGV from 3 on: scope, stream and payload of everything that there is news of.
function steps.wake()
  for each = 3, #ARGV, 3 do
    for _, found in ipairs(redis.call('SMEMBERS', index(ARGV[each]))) do
      id = found
      local wants = string.find(ARGV[each + 1], '^job:') and 'wants_jobs' or 'wants_sessions'
      if get('state') == 'on' and get(wants) == '1' then wake(ARGV[each + 1], ARGV[each + 2]) end
    end
  end
end

-- Takes a stream of the webhook that is due, or whose lease has ended.
local function take(lease)
  for _, stream in ipairs(redis.call('ZRANGEBYSCORE', key('running'), '-inf', now)) do make_due(stream, 0) end
  local stream = redis.call('ZRANGEBYSCORE', key('due'), '-inf', now, 'LIMIT', 0, 1)[1]
  if not stream or redis.call('ZCARD', key('running')) >= parallel() then return nil end
  redis.call('ZREM', key('due'), stream)
  redis.call('ZADD', key('running'), now + lease, stream)
  return stream
end

local function first_of(set)
  local found = redis.call('ZRANGEBYSCORE', set, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 1)
  return found[1], tonumber(found[2])
end

-- ARGV: 3 lease in milliseconds, 4 whether slow webhooks may be claimed ('1' or '0'). The webhook that has waited longest comes first.
function steps.claim()
  while true do
    local one, since = first_of(fast)
    if ARGV[4] == '1' then
      local other, other_since = first_of(slow)
      if other and (not one or other_since < since) then one = other end
    end
    if not one then return {} end
    id = one
    if redis.call('EXISTS', key()) == 0 then unlist_all() end -- It expired together with its session.
    local stream = take(tonumber(ARGV[3]))
    schedule()
    if stream then
      local about = key('stream:' .. stream)
      local token = redis.call('HINCRBY', about, 'token', 1)
      keep(about)
      local record = redis.call('HMGET', key(), 'facts', 'secrets', 'since', 'slow')
      local found = redis.call('HMGET', about, 'cursor', 'failures', 'news', 'payload')
      return {stream, token, record[1], record[2], record[3], record[4] or '0', found[1] or 0, found[2] or 0, found[3] or 0, found[4] or ''}
    end
  end
end

local function delivered(stream, cursor, lease)
  local about = key('stream:' .. stream)
  redis.call('HSET', about, 'cursor', cursor)
  redis.call('HDEL', about, 'failures', 'failed_at')
  redis.call('ZADD', key('running'), now + lease, stream)
  redis.call('ZADD', waiting, now, id .. '/' .. stream)
  redis.call('HSET', key(), 'succeeded_at', now)
  if get('state') == 'off' then switch_on() end
  local failing_since = get('failing_since')
  redis.call('HDEL', key(), 'failing_since')
  if failing_since and now - failing_since > OUTAGE_MS then -- The receiver is back: streams need not wait for their next attempt.
    for _, other in ipairs(redis.call('ZRANGEBYSCORE', key('due'), now, '+inf', 'LIMIT', 0, 1000)) do redis.call('ZADD', key('due'), now, other) end
  end
  return 'delivered'
end

local function failed(stream, cursor, delay)
  local about = key('stream:' .. stream)
  redis.call('HSETNX', key(), 'failing_since', now)
  redis.call('HSETNX', about, 'failed_at', now)
  redis.call('HINCRBY', about, 'failures', 1)
  if now - get('failing_since') >= DAY_MS then return switch_off('failing') end
  if now - redis.call('HGET', about, 'failed_at') >= DAY_MS then
    redis.call('HSET', about, 'cursor', cursor)
    redis.call('HDEL', about, 'failures', 'failed_at')
    make_due(stream, 0)
    return 'given_up'
  end
  make_due(stream, delay)
  return 'failed'
end

-- ARGV: 3 stream, 4 token, 5 result (delivered, failed, gone, or untested: a test failed), 6 the attempt, 7 cursor after the message,
-- 8 milliseconds of the lease, or until the next attempt, 9 whether the webhook is slow ('1' or '0').
function steps.report()
  local stream, result = ARGV[3], ARGV[5]
  if not holds(stream, ARGV[4]) then return 'lost' end
  redis.call('LPUSH', key('attempts'), ARGV[6])
  redis.call('LTRIM', key('attempts'), 0, ATTEMPTS - 1)
  local ttl = redis.call('TTL', key())
  if ttl > 0 then redis.call('EXPIRE', key('attempts'), ttl) end
  redis.call('HSET', key(), 'slow', ARGV[9])
  local verdict
  if result == 'delivered' then
    verdict = delivered(stream, ARGV[7], tonumber(ARGV[8]))
  else
    redis.call('HSET', key(), 'error', ARGV[6])
    verdict = result == 'gone' and switch_off('gone') or result == 'failed' and failed(stream, ARGV[7], tonumber(ARGV[8])) or 'failed'
  end
  schedule()
  return verdict
end

-- ARGV: 3 stream, 4 token, 5 news that the worker has seen, 6 cursor, 7 seconds to keep the stream ('': delete it), 8 whether the webhook
-- lives as long as its stream ('1' or '0'). Nothing is left to deliver, unless there is other news.
function steps.finish()
  local stream, about = ARGV[3], key('stream:' .. ARGV[3])
  if not holds(stream, ARGV[4]) then return end
  if ARGV[7] == '' then
    unlist(stream)
    redis.call('DEL', about)
    if ARGV[8] == '1' then delete() end
  else
    redis.call('HSET', about, 'cursor', ARGV[6])
    redis.call('EXPIRE', about, ARGV[7])
    if ARGV[8] == '1' then expire(tonumber(ARGV[7])) end
    if redis.call('HGET', about, 'news') == ARGV[5] then unlist(stream) else make_due(stream, 0) end
  end
  schedule()
end

-- ARGV: 3 stream, 4 token, 5 milliseconds until it is due again.
function steps.release()
  if holds(ARGV[3], ARGV[4]) then make_due(ARGV[3], tonumber(ARGV[5])); schedule() end
end

return steps[ARGV[1]]()
