import type { ConnectMethod, ModalState, Namespace } from '@latchkey/core'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { useShell } from '../../router/ShellContext.js'

export type LoginBlocksProps = {
  readonly namespace: Namespace | undefined
  readonly hasWallets: boolean
  /** Those that the app wants before the wallets, or those after them. */
  readonly place: 'before' | 'after'
}

const methods: readonly ConnectMethod[] = ['email', 'social', 'wallet']
const selectFeatures = (state: ModalState): ModalState['features'] => state.features
const loadEmail = () => import('./EmailBlock.js')
const loadSocial = () => import('./socialPart.js')

/** The logins among the ways to connect. Apart from the view: the first opening of a page without them goes without. [S2.16] */
export function LoginBlocks({ namespace, hasWallets, place }: LoginBlocksProps): ReactElement | null {
  const { modal, t } = useShell()
  const { email: isByEmail, socials, connectMethodsOrder } = useModalState(selectFeatures)
  // what the app does not name comes last
  const order = [...new Set([...connectMethodsOrder, ...methods])]
  const wallets = order.indexOf('wallet')
  const here = place === 'before' ? order.slice(0, wallets) : order.slice(wallets + 1)
  const wantsEmail = isByEmail && here.includes('email')
  const count = socials && here.includes('social') ? socials.length : 0
  const email = usePart(loadEmail, wantsEmail)
  const social = usePart(loadSocial, count > 0)
  const blocks: { readonly [method in ConnectMethod]?: ReactNode } = {
    email: email ? <email.EmailBlock namespace={namespace} /> : wantsEmail && email !== null && <Bones count={1} />,
    social: social
      ? social.socialPart.filterSocials(modal).length > 0 && <social.socialPart.SocialBlock namespace={namespace} />
      : count > 0 && social !== null && <Bones count={count} />,
  }
  const shown = here.filter((method) => Boolean(blocks[method]))
  if (shown.length === 0) return null
  const or = hasWallets && <p className="or muted">{t('or')}</p>
  return (
    <>
      {place === 'after' && or}
      {shown.map((method) => (
        <Fragment key={method}>{blocks[method]}</Fragment>
      ))}
      {place === 'before' && or}
    </>
  )
}

/** As many lines as there will be. */
function Bones({ count }: { readonly count: number }): ReactElement {
  return (
    <>
      <span className="bone" />
      {count > 1 && <span className="bone" />}
    </>
  )
}
