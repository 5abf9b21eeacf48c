import { http } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { connect } from '../controllers/connection/connect.js'
import { createEnv } from '../modal/env.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'

export const api = 'https://api.example.org'

/** A request to a service. */
type Asked = {
  readonly method: string
  /** The whole URL if it isn't below `api`. */
  readonly path: string
  readonly query: string
  readonly body: unknown
}

/** A window that the page opened. */
type TestPopup = {
  closed: boolean
  opener: unknown
  readonly visited: string[]
  readonly features: string
}

export type MoneyWorld = TestModal & { readonly popups: TestPopup[]; blockPopups: boolean; hidden: boolean }

type Answer = Parameters<typeof http.get>[1]

type MoneyServer = {
  readonly server: SetupServer
  readonly asked: Asked[]
  /** Creates request handlers by method and path below `api`. They respond once the request is in `asked`. */
  readonly at: { readonly [method in 'get' | 'post']: (path: string, answer: Answer) => ReturnType<typeof http.get> }
}

/** Creates a server at `api` that records all requests, including those to other hosts. Unhandled requests fail. */
export function createMoneyServer(): MoneyServer {
  const asked: Asked[] = []
  const recordings = new Map<string, Promise<void>>()
  const server = setupServer()
  const record = async (request: Request): Promise<void> => {
    const { origin, href, pathname, searchParams } = new URL(request.url)
    const text = await request.clone().text()
    asked.push({
      method: request.method,
      path: origin === api ? decodeURIComponent(pathname) : href,
      query: String(searchParams),
      body: text === '' ? undefined : JSON.parse(text),
    })
  }
  server.events.on('request:start', ({ request, requestId }) => void recordings.set(requestId, record(request)))
  const afterRecording =
    (answer: Answer): Answer =>
    async (info) => {
      await recordings.get(info.requestId)
      return answer(info)
    }
  return {
    server,
    asked,
    at: {
      get: (path, answer) => http.get(`${api}${path}`, afterRecording(answer)),
      post: (path, answer) => http.post(`${api}${path}`, afterRecording(answer)),
    },
  }
}

/**
 * Creates a modal whose services are at `api`, on a page that opens windows, with a connected wallet. Default: the EVM
 * wallet.
 */
export async function createMoneyWorld({
  connectorId = 'org.example.wallet',
  ...options
}: TestModalOptions & { readonly connectorId?: string | undefined } = {}): Promise<MoneyWorld> {
  const popups: TestPopup[] = []
  const state = { blockPopups: false, hidden: false }
  const page: object = Object.assign(new EventTarget(), {
    location: { origin: 'https://app.example.org' },
    screenX: 100,
    screenY: 50,
    outerWidth: 1_200,
    outerHeight: 900,
    document: {
      get visibilityState() {
        return state.hidden ? 'hidden' : 'visible'
      },
    },
    open(_url: string, _target: string, features: string) {
      if (state.blockPopups) return null
      const popup = {
        closed: false,
        opener: {} as unknown,
        visited: [] as string[],
        features,
        close() {
          popup.closed = true
        },
        location: { replace: (url: string) => void popup.visited.push(url) },
      }
      popups.push(popup)
      return popup
    },
  })
  const world = createTestModal({
    services: { blockchainApi: api },
    projectId: 'shop',
    ...options,
    env: { fetch: createEnv().fetch, window: () => page as Window, ...options.env },
  })
  await connect(world.modal, { connectorId })
  return Object.assign(state, world, { popups })
}
