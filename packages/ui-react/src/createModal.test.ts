import { InvalidOptionsError } from '@latchkey/core'
import { describe, expect, it, vi } from 'vitest'
import { createModal } from './createModal.js'
import { fakeChain } from './testing/fakeChain.js'

describe('createModal', () => {
  it('lists every invalid option in the error, including those of the UI', () => {
    const wrong = {
      adapters: [fakeChain()],
      messages: 'hello',
      views: {},
      prefetch: 1,
      themeMode: 'blue',
      colour: 'red',
    }
    let error: unknown
    try {
      createModal(wrong as never)
    } catch (cause) {
      error = cause
    }
    expect(error).toBeInstanceOf(InvalidOptionsError)
    expect((error as InvalidOptionsError).problems).toEqual([
      'messages must be an object of texts',
      'views must be a list of views',
      "prefetch must be 'idle', 'hover' or false",
      'themeMode must be one of light, dark',
      'colour is not an option',
    ])
  })

  it.each([false, true])('has no element and opens nothing on a server, with inline: %s', async (inline) => {
    const warn = vi.spyOn(console, 'warn')
    const modal = createModal({
      adapters: [fakeChain()],
      inline,
      debug: true,
      env: { storage: () => null, window: () => null },
    })
    modal.start()
    await modal.open()
    modal.prefetch()
    await vi.dynamicImportSettled()
    expect(modal.getElement()).toBeNull()
    expect(modal.getState().modal.open).toBe(false)
    expect(warn).not.toHaveBeenCalled()
    modal.destroy()
  })
})
