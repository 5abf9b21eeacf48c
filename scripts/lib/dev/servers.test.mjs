import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { watchServers } from './servers.mjs'

class FakeWatcher extends EventEmitter {
  /** @type {string[]} */
  added = []
  /** @param {string[]} paths */
  add(paths) {
    this.added.push(...paths)
  }
  /** @param {string} path */
  change(path) {
    this.emit('all', 'change', join('/apps', path))
  }
}

/** @param {(names: string[]) => Promise<void>} onChange */
function watch(onChange) {
  const watcher = new FakeWatcher()
  const names = /** @type {const} */ (['devnet', 'gateway', 'vault'])
  watchServers({ watcher, folder: '/apps', names, onChange, delay: 10 })
  return watcher
}

test('reports simultaneous changes once, with each changed server once', async () => {
  const onChange = vi.fn(async () => {})
  const watcher = watch(onChange)
  expect(watcher.added).toEqual(['/apps/devnet/src', '/apps/gateway/src', '/apps/vault/src'])
  for (const path of ['vault/src/a.ts', 'gateway/src/a.ts', 'gateway/src/b/c.ts']) watcher.change(path)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(onChange.mock.calls).toEqual([[['gateway', 'vault']]])
})

test('ignores changes of tests, builds and other apps', async () => {
  const onChange = vi.fn(async () => {})
  const watcher = watch(onChange)
  for (const path of ['vault/src/a.test.ts', 'vault/dist/a.js', 'demo/src/a.ts', '../packages/core/src/a.ts'])
    watcher.change(path)
  watcher.change('devnet/src/a.ts')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(onChange.mock.calls).toEqual([[['devnet']]])
})

test('prints an error thrown by onChange, and still reports later changes', async () => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  const onChange = vi.fn(async () => Promise.reject(new Error('no build')))
  const watcher = watch(onChange)
  watcher.change('vault/src/a.ts')
  await vi.waitFor(() => expect(print).toHaveBeenCalledWith(new Error('no build')))
  watcher.change('vault/src/a.ts')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2))
})

test('a change during a report is reported after it', async () => {
  let finish = () => {}
  const onChange = vi.fn(() => new Promise((/** @type {(value: void) => void} */ resolve) => (finish = resolve)))
  const watcher = watch(onChange)
  watcher.change('gateway/src/a.ts')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  watcher.change('vault/src/a.ts')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(onChange).toHaveBeenCalledTimes(1)
  finish()
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2))
  expect(onChange).toHaveBeenLastCalledWith(['vault'])
})
