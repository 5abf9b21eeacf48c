import { type ConnectorMeta, loadModule } from '@latchkey/core'
import { type ReactElement, useState } from 'react'
import { accountTexts } from '../../i18n/messages/account.js'
import { leaveTexts } from '../../i18n/messages/leave.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'

const texts = { ...accountTexts, ...leaveTexts } as const
const load = async () => (await loadModule(() => import('./later.js'))).loadLeave()

/** Ends the connection that is shown. The code for it comes when the pointer or the focus is near. */
export function DisconnectRow({ wallet }: { readonly wallet: ConnectorMeta | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  const isLogin = wallet?.type === 'AUTH'
  if (failure) throw failure.cause // the boundary says so and offers to try again
  return (
    <Row
      title={t(isLogin ? 'signOut' : 'disconnect')}
      detail={isLogin ? t('signOutText') : wallet && t('connectedWith', { wallet: wallet.name })}
      mark={
        <IconTile>
          <Icon name="power" />
        </IconTile>
      }
      onIntent={() => {
        load().catch(() => undefined) // told by the click that needs it
      }}
      onClick={() => {
        load().then(
          ({ leaveShownWallet }) => leaveShownWallet(modal),
          (cause: unknown) => setFailure({ cause }),
        )
      }}
    />
  )
}
