import { createEnv } from '../env.js'
import type { Modal } from '../modal.js'
import type { Services } from '../options/options.js'
import { type ConfigServer, createConfigServer } from './createConfigServer.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'

export type ConfigWorld = {
  readonly server: ConfigServer
  /** A modal of a page at `https://shop.example`, with debug, unless told otherwise. */
  create(options?: TestModalOptions & { readonly href?: string }): TestModal
  end(): Promise<void>
}

/** A real server of settings, and modals that ask it. */
export async function createConfigWorld(name: keyof Services | undefined = 'config'): Promise<ConfigWorld> {
  const server = await createConfigServer()
  const modals: Modal[] = []
  return {
    server,
    create({ href = 'https://shop.example/cart?secret=1#top', env, ...options } = {}) {
      const page = { location: new URL(href), addEventListener() {}, removeEventListener() {} } as unknown as Window
      const world = createTestModal({
        projectId: 'my-project',
        debug: true,
        ...(name && { services: { [name]: server.url } }),
        ...options,
        env: { fetch: createEnv().fetch, window: () => page, ...env },
      })
      modals.push(world.modal)
      return world
    },
    async end() {
      for (const modal of modals) modal.destroy()
      await server.stop()
    },
  }
}
