import { afterEach, expect, test, vi } from 'vitest'
import { startConnect } from './flow.js'
import { createWarmUpModal } from './warmUp.js'

afterEach(() => vi.unstubAllGlobals())

test('connects a fake wallet without using any browser API', async () => {
  const touched: string[] = []
  for (const name of ['window', 'document', 'localStorage', 'sessionStorage', 'indexedDB', 'navigator', 'fetch']) {
    const touch = (): never => {
      touched.push(name)
      throw new Error(`The warm-up uses ${name}.`)
    }
    vi.stubGlobal(name, new Proxy(() => undefined, { get: touch, set: touch, has: touch, apply: touch }))
  }
  const warn = vi.spyOn(console, 'warn')
  const modal = createWarmUpModal()
  const connecting = startConnect(modal, { connectorId: 'warmup' })
  await expect(connecting).resolves.toMatchObject({ connectorId: 'warmup', namespace: 'warmup' })
  modal.destroy()
  expect(touched).toEqual([])
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
