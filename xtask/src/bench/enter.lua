-- Makes places as newcomers do: asks for a room without a cookie and writes the queue id of every redirect, and the place's entry in the
-- cookie, into a file, one place a line, in the order of the answers, which is the order of arrival to within the number of connections. Stops itself when there are enough.
--
-- Arguments: the file, how many, path and query of the room.

local file, wanted, request_text
local made = 0

function init(arguments)
  file = assert(io.open(arguments[1], "w"))
  wanted = tonumber(arguments[2])
  request_text = "GET " .. arguments[3] .. " HTTP/1.1\r\nHost: bench\r\n\r\n"
end

function request()
  return request_text
end

function response(status, headers)
  local id = status == 302 and string.match(headers["location"] or "", "q=([%x-]+)")
  if id and made < wanted then
    -- A server without such cookies is asked with none: zeros keep the lines at one length.
    local entry = string.match(headers["set-cookie"] or "", "anteroom_[%w_]+=(%x+)") or string.rep("0", 48)
    file:write(id, " ", entry, "\n")
    made = made + 1
  end
  if made == wanted then
    file:flush()
    wrk.thread:stop()
  end
end
