import { connect } from '../controllers/connection/connect.js'
import { getRoute, watchEvents } from '../controllers/shell/actions.js'
import type { ModalEvent, ViewName } from '../controllers/shell/state.js'
import type { CaipAddress } from '../utils/caip.js'
import { alice } from './accounts.js'
import { createTestClock } from './createTestClock.js'
import { createTestModal, type TestModal, type TestModalOptions } from './createTestModal.js'
import { createTestSiwx, siwxSettled, type TestSiwx, type TestSiwxOptions } from './createTestSiwx.js'

export type SiwxWorld = TestModal & {
  readonly test: TestSiwx
  readonly events: ModalEvent[]
}

type SiwxWorldOptions = TestModalOptions & TestSiwxOptions & { readonly test?: TestSiwx | undefined }

/** Creates a page whose users sign in with the app's own `siwx`. */
export function createSiwxWorld(options: SiwxWorldOptions = {}): SiwxWorld {
  const { isRequired, isChainBound, signOutOnDisconnect, clock = createTestClock(), ...rest } = options
  const { test = createTestSiwx({ isRequired, isChainBound, signOutOnDisconnect, now: clock.now }), ...own } = rest
  const world = createTestModal({ siwx: test.siwx, clock, ...own })
  const events: ModalEvent[] = []
  watchEvents(world.modal, (event) => events.push(event))
  return { ...world, test, events }
}

/** Creates the same page with Alice's wallet connected and asked to sign in. */
export async function createAskedWorld(options: SiwxWorldOptions = {}): Promise<SiwxWorld> {
  const world = createSiwxWorld(options)
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  await siwxSettled()
  return world
}

export const aliceOnMainnet: CaipAddress = `eip155:1:${alice.address}`

/** Returns the open view; undefined if the modal is closed. */
export function viewOf({ modal }: TestModal): ViewName | undefined {
  const state = modal.getState()
  return state.modal.open ? getRoute(state).view : undefined
}

/** Returns the names of the sign-in events so far. */
export function eventsOf({ events }: SiwxWorld): readonly string[] {
  return events.map(({ event }) => event).filter((name) => name.includes('SIWX'))
}
