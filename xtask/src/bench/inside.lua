-- Lets visitors in as a site's server does: asks about a page for newcomers, and writes the token
-- of everybody who is let in to a file, one a line. Stops when there are enough.
--
-- Arguments: the file, the number of visitors, the site's key, the page.

local file, wanted, request_text
local made = 0

function init(arguments)
  file = assert(io.open(arguments[1], "w"))
  wanted = tonumber(arguments[2])
  local body = '{"url":"' .. arguments[4] .. '","ip":"203.0.113.9","agent":"bench"}'
  request_text = "POST /v1/requests HTTP/1.1\r\nHost: bench\r\nx-api-key: " .. arguments[3]
    .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

function request()
  return request_text
end

function response(status, _, body)
  local token = status == 200 and string.find(body, '"promoted":1', 1, true) and string.match(body, '"token":"(tok%w[%w_-]+)"')
  if token and made < wanted then
    file:write(token, "\n")
    made = made + 1
  end
  if made == wanted then
    file:flush()
    wrk.thread:stop()
  end
end
