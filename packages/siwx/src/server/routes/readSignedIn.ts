import { readSessionId } from '../http/credential.js'
import type { SiwxSetup } from '../resolveOptions.js'
import type { SignedIn } from '../stores/sessionStore.js'
import { whileAvailable } from '../whileAvailable.js'

export type BrowserSession = { readonly id: string | undefined; readonly signedIn: readonly SignedIn[] }

/** Who is signed in with what the request bears. Throws 503 where the store does not answer. */
export async function readSignedIn(setup: SiwxSetup, request: Request): Promise<BrowserSession> {
  const id = await readSessionId(setup, request)
  if (id === undefined) return { id, signedIn: [] }
  const list = setup.sessions.list({ id, now: setup.now() })
  return { id, signedIn: await whileAvailable('The store of sessions', list) }
}
