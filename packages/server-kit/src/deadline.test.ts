import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { withDeadline } from './deadline.js'

/** A server that accepts connections and never responds. */
async function startSilentServer(): Promise<string> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('aborts a request at its deadline, even if garbage is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const url = await startSilentServer()
  const timer = setInterval(collect, 20)
  onTestFinished(() => clearInterval(timer))
  const { signal } = new AbortController()
  const request = withDeadline({ signal, milliseconds: 200 }, (limited) => fetch(url, { signal: limited }))
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('aborts with the reason of the given signal', async () => {
  const url = await startSilentServer()
  const controller = new AbortController()
  const reason = new Error('The server stops.')
  const request = withDeadline({ signal: controller.signal, milliseconds: 60_000 }, (limited) =>
    fetch(url, { signal: limited }),
  )
  controller.abort(reason)
  await expect(request).rejects.toBe(reason)
  await expect(withDeadline({ signal: controller.signal, milliseconds: 1 }, async () => 1)).rejects.toBe(reason)
})

test('rejects with a custom reason, and returns the result of work that finishes in time', async () => {
  const { signal } = new AbortController()
  const reason = new Error('The node took too long.')
  const never = (limited: AbortSignal): Promise<never> =>
    new Promise((_, reject) => limited.addEventListener('abort', () => reject(limited.reason)))
  await expect(withDeadline({ signal, milliseconds: 1, toReason: () => reason }, never)).rejects.toBe(reason)
  expect(await withDeadline({ signal, milliseconds: 60_000 }, async () => 'done')).toBe('done')
})

test('concurrent calls may share a signal without a warning about listeners', async () => {
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const { signal } = new AbortController()
  const works = Array.from({ length: 20 }, () => withDeadline({ signal, milliseconds: 60_000 }, () => sleep(1)))
  await Promise.all(works)
  // Node warns a tick later
  await sleep(1)
  expect(warnings).toEqual([])
})
