import { type RunningIdentity, startIdentity } from '@latchkey/devnet'
import type { SocialReply, User } from '../../protocol/custody.js'
import type { SocialProvider } from '../../protocol/login.js'
import { parseProviders } from '../providers/parseProviders.js'
import { createPopup, type Popup, type PopupAnswer } from './createPopup.js'
import type { Visitor } from './createVisitor.js'
import { post } from './post.js'
import { type StartWorldOptions, startWorld, type World } from './startWorld.js'

export type SocialWorld = World & {
  readonly identity: RunningIdentity
  /** Sends a request of the site's pages to custody. */
  readonly askSite: (request: unknown) => Promise<SocialReply>
  /** Answers at the provider as the user, and returns the reply to the popup's page. */
  readonly answerPopup: (uri: string, answer?: PopupAnswer, popup?: Popup) => Promise<SocialReply>
  /** Logs in through the popup. */
  readonly enter: (visitor: Visitor, provider: SocialProvider, answer?: PopupAnswer) => Promise<User>
}

/** Custody with a real identity provider that simulates all six. */
export async function startSocialWorld(options: StartWorldOptions = {}): Promise<SocialWorld> {
  const identity = await startIdentity({ redirectUris: ['https://vault.example/social/callback'] })
  const world = await startWorld({ providers: parseProviders(identity.providers), ...options })
  const [first, second = first] = world.custodies.map(({ address }) => address)
  const askSite: SocialWorld['askSite'] = (request) => post(second ?? '', '/social', request) as Promise<SocialReply>
  const answerPopup: SocialWorld['answerPopup'] = async (uri, answer, popup = createPopup(first ?? '')) =>
    askSite({ step: 'callback', answer: await popup.signIn(uri, answer), browser: popup.browser })
  return {
    ...world,
    identity,
    askSite,
    answerPopup,
    enter: async (visitor, provider, answer) => {
      await visitor.get('hello', {})
      const { uri } = await visitor.get('social.start', { provider })
      const result = await visitor.get('social.finish', readResult(await answerPopup(uri, answer)))
      if (result.status !== 'done') throw new Error('The login is not done.')
      return result.user
    },
    stop: async () => {
      await world.stop()
      await identity.stop()
    },
  }
}

/** Returns the state and code in the popup's message. */
export function readResult(reply: SocialReply): { readonly state: string; readonly code: string } {
  if (reply.status !== 'answered') throw new Error(`The provider's answer was not taken: ${reply.status}`)
  const { searchParams } = new URL(reply.resultUri)
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}
