import type { Modal } from '../modal/modal.js'
import type { Services } from '../modal/options/options.js'
import { type ConfigService, createConfigService } from './createConfigService.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'

export type ConfigWorld = {
  readonly server: ConfigService
  /** Creates a modal on a page at `https://shop.example`, with `debug` by default. */
  create(options?: TestModalOptions & { readonly href?: string }): TestModal
  end(): void
}

/** Creates a service of settings, and modals that use it. */
export function createConfigWorld(name: keyof Services = 'config'): ConfigWorld {
  const server = createConfigService()
  const modals: Modal[] = []
  return {
    server,
    create({ href = 'https://shop.example/cart?secret=1#top', env, ...options } = {}) {
      const page = { location: new URL(href), addEventListener() {}, removeEventListener() {} } as unknown as Window
      const world = createTestModal({
        projectId: 'my-project',
        debug: true,
        services: { [name]: server.url },
        ...options,
        env: { fetch: server.fetch, window: () => page, ...env },
      })
      modals.push(world.modal)
      return world
    },
    end() {
      for (const modal of modals) modal.destroy()
    },
  }
}
