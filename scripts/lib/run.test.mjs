import { expect, test, vi } from 'vitest'
import { run } from './run.mjs'

test('returns the exit code and the output', async () => {
  const { code, output } = await run(process.execPath, ['-e', 'console.log("out"); process.exit(3)'], { capture: true })
  expect([code, output]).toEqual([3, 'out\n'])
})

test('stops a command that exceeds its timeout', async () => {
  const { code } = await run(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { capture: true, timeout: 200 })
  expect(code).toBe(128 + 15)
})

test('error: names a command that cannot be started, and still handles a signal', async () => {
  const listening = process.listenerCount('SIGHUP')
  const exit = vi.spyOn(process, 'exit').mockReturnValue(/** @type {never} */ (undefined))
  const stray = vi.fn()
  process.on('SIGHUP', stray)
  const running = run('no-such-command', [])
  // as the system would; the child has no pid, and kill() without one signals the process group
  process.emit('SIGHUP', 'SIGHUP')
  await expect(running).rejects.toThrow('Cannot start "no-such-command"')
  await expect.poll(() => exit.mock.calls).toEqual([[128 + 1]])
  process.off('SIGHUP', stray)
  expect([process.listenerCount('SIGHUP'), stray.mock.calls.length]).toEqual([listening, 1])
})
