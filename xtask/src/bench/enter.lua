-- Creates places like newcomers: requests a room without a cookie, and writes the queue id of every
-- redirect and the place's entry in the cookie to a file, one place per line. The lines are in the
-- order of the answers, which deviates from the order of arrival by at most the number of
-- connections. Stops when there are enough places.
--
-- Arguments: the file, the number of places, path and query of the room; "networks" if each request
-- comes from another network, as a proxy reports it.

local file, wanted, request_text, plain_text, from_networks
local made = 0

function init(arguments)
  file = assert(io.open(arguments[1], "w"))
  wanted = tonumber(arguments[2])
  request_text = "GET " .. arguments[3] .. " HTTP/1.1\r\nHost: bench\r\n"
  plain_text = request_text .. "\r\n"
  from_networks = arguments[4] == "networks"
end

function request()
  if from_networks then
    local address = string.format("%d.%d.%d.%d", math.random(11, 99), math.random(0, 255), math.random(0, 255),
      math.random(1, 254))
    return request_text .. "X-Forwarded-For: " .. address .. "\r\n\r\n"
  end
  return plain_text
end

function response(status, headers)
  local id = status == 302 and string.match(headers["location"] or "", "q=([%x-]+)")
  if id and made < wanted then
    -- For a server without such cookies, zeros keep all lines at the same length.
    local entry = string.match(headers["set-cookie"] or "", "anteroom_[%w_]+=(%x+)") or string.rep("0", 48)
    file:write(id, " ", entry, "\n")
    made = made + 1
  end
  if made == wanted then
    file:flush()
    wrk.thread:stop()
  end
end
