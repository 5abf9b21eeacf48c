import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { describePort, findPortOwner, isPortFree } from './ports.mjs'

test('finds the program that listens on a port, with its process id and its command', async () => {
  const code =
    'const server = require("net").createServer().listen(0, "127.0.0.1", () => console.log(server.address().port))'
  const child = spawn(process.execPath, ['-e', code, 'some-server'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const port = Number(await new Promise((done) => child.stdout.once('data', done)))

  expect(await isPortFree(port)).toBe(false)
  const owner = { pid: child.pid, command: expect.stringMatching(/^\S*node -e const server = .*…$/) }
  expect(await findPortOwner(port)).toEqual(owner)
  const { problem, cure } = await describePort(port)
  expect(problem).toContain(`Port ${port} is in use by "`)
  expect(problem).toContain(`(process ${child.pid})`)
  expect(cure).toBe(`Stop it with "kill ${child.pid}".`)

  // a process that is only connected to a port does not own it
  child.kill('SIGKILL')
  await ended
  expect([await isPortFree(port), await findPortOwner(port)]).toEqual([true, undefined])
})

test('a port is in use even if its server listens on IPv6 only', async () => {
  const server = createServer().listen(0, '::1')
  const result = await Promise.race([once(server, 'listening').then(() => 'listening'), once(server, 'error')])
  if (result !== 'listening') return expect(result).toMatchObject([{ code: 'EADDRNOTAVAIL' }])
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect([await isPortFree(port), (await findPortOwner(port))?.pid]).toEqual([false, process.pid])
  server.close()
  await once(server, 'close')
})
