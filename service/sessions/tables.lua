-- The open sessions of one game: a sorted set for each status. Members are ordered by themselves (all scores are 0): the time of creation and
-- the id of the session. The keys of a game lie on one node. Each step is atomic, so an entry is always in exactly one of the sets.
-- KEYS: the sets, then versions (hash: the version of the session when its entry was placed) and checks (sorted set: when each entry is
-- checked next, in milliseconds of this server's time). ARGV: step, then the step's arguments.
local sets, versions, checks = #KEYS - 2, KEYS[#KEYS - 1], KEYS[#KEYS]
local steps = {}

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- ARGV: 2 milliseconds until the next check, then for each entry: member, number of its set, version.
-- An entry that a later version of its session placed stays where it is.
function steps.place()
  local check_at = now() + ARGV[2]
  for index = 3, #ARGV, 3 do
    local member, set, version = ARGV[index], tonumber(ARGV[index + 1]), tonumber(ARGV[index + 2])
    if version >= tonumber(redis.call('HGET', versions, member) or 0) then
      for other = 1, sets do
        if other ~= set then redis.call('ZREM', KEYS[other], member) end
      end
      redis.call('ZADD', KEYS[set], 0, member)
      redis.call('HSET', versions, member, version)
    end
    redis.call('ZADD', checks, check_at, member)
  end
end

-- ARGV: the members, from 2 on.
function steps.remove()
  for index = 2, #ARGV do
    for set = 1, sets do redis.call('ZREM', KEYS[set], ARGV[index]) end
    redis.call('HDEL', versions, ARGV[index])
    redis.call('ZREM', checks, ARGV[index])
  end
end

-- ARGV: 2 the end of the range ('+' or '(' and a member), 3 how many members of each set, then the numbers of the sets.
-- Returns members, newest first in each set, each followed by the number of its set.
function steps.page()
  local found = {}
  for index = 4, #ARGV do
    for _, member in ipairs(redis.call('ZREVRANGEBYLEX', KEYS[tonumber(ARGV[index])], ARGV[2], '-', 'LIMIT', 0, ARGV[3])) do
      found[#found + 1] = member
      found[#found + 1] = ARGV[index]
    end
  end
  return found
end

-- ARGV: 2 how many. Returns members that are to be checked.
function steps.due()
  return redis.call('ZRANGEBYSCORE', checks, '-inf', now(), 'LIMIT', 0, ARGV[2])
end

return steps[ARGV[1]]()
