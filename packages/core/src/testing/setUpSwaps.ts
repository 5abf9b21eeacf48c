import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { watchSwap } from '../controllers/swap/form.js'
import type { SwapPreset, SwapState } from '../controllers/swap/state.js'
import { createEnv } from '../modal/env.js'
import { createSwapWorld, type SwapWorld } from './createSwapWorld.js'
import type { TestModalOptions } from './createTestModal.js'

type SwapTests = {
  /** Stops watching the last form. */
  stop(): void
  /** Creates a form in its own environment, filled in and with a quote if `preset` is given. */
  begin(preset?: SwapPreset, change?: (world: SwapWorld) => void, options?: TestModalOptions): Promise<SwapWorld>
}

/** Sets up the swap tests of a file. Call it once per file. */
export function setUpSwaps(): SwapTests {
  const server = setupServer()
  let stop = (): void => undefined
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    stop()
    server.resetHandlers()
  })
  afterAll(() => server.close())
  return {
    stop: () => stop(),
    async begin(preset, change = () => undefined, options = {}) {
      const world = await createSwapWorld({ ...options, env: { fetch: createEnv().fetch } })
      server.use(...world.service.handlers)
      change(world)
      stop = watchSwap(world.modal, preset)
      await expect.poll(() => swapOf(world).list).not.toBe('loading')
      await expect.poll(() => world.modal.getState().namespaces.eip155?.portfolio?.status).toMatch(/ready|failed/)
      if (preset) await settled(world)
      return world
    },
  }
}

export const swapOf = ({ modal }: SwapWorld): SwapState => modal.getState().swap as SwapState

export function offerOf(world: SwapWorld): Extract<SwapState['quote'], { readonly offer?: unknown }> | undefined {
  const { quote } = swapOf(world)
  return 'offer' in quote ? quote : undefined
}

export const settled = (world: SwapWorld): Promise<void> =>
  expect.poll(() => swapOf(world).quote.status).toMatch(/ready|failed/)
