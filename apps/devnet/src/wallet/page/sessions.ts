import type { WalletPeer } from '../peer/peer.js'
import { createButton, createElement } from './elements.js'

type RenderSessionsOptions = {
  readonly peer: WalletPeer
  readonly onError: (error: unknown) => void
}

/** Renders the connected apps. */
export function renderSessions({ peer, onError }: RenderSessionsOptions): readonly HTMLLIElement[] {
  return peer
    .getState()
    .sessions.map(({ topic, app, accounts, expiresAt }) =>
      createElement(
        'li',
        {},
        createElement('p', {}, createElement('strong', {}, app.name), ` until ${new Date(expiresAt).toLocaleString()}`),
        ...accounts.map((account) => createElement('p', {}, createElement('code', {}, account))),
        createElement(
          'div',
          { className: 'buttons' },
          createButton({ text: 'Disconnect', onClick: () => peer.deleteSession(topic), onError }),
          createButton({ text: 'Extend', onClick: () => peer.extendSession(topic), onError }),
        ),
      ),
    )
}
