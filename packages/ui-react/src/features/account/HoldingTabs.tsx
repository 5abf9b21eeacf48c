import type { AccountTab, ModalState } from '@latchkey/core'
import { watchIdentity } from '@latchkey/core/controllers/names'
import { watchPortfolio } from '@latchkey/core/controllers/portfolio'
import { isActivitySupported, setAccountTab } from '@latchkey/core/internal'
import { type ReactElement, useEffect, useRef } from 'react'
import { useIsOpen } from '../../hooks/useAfterPaint.js'
import { useLoaded } from '../../hooks/useLoaded.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { useStyles } from '../../hooks/useStyles.js'
import { Tabs } from '../../primitives/Tabs.js'
import { ListSkeleton } from './HoldingList.js'
import { accountTexts } from './messages.js'
import { NftsTab } from './NftsTab.js'
import { TokensTab } from './TokensTab.js'

/** In this order: the state's `accountTab` is an index of the list. [S2.15] */
const names = ['tokens', 'nfts', 'activity'] as const

/** The list of transactions is a separate feature. */
const loadActivity = (): Promise<typeof import('../activity/index.js')> => import('../activity/index.js')

const selectTab = (state: ModalState): AccountTab => state.accountTab ?? 0
/** The tokens, NFTs and transactions of the account, kept up to date while shown. The selected tab is remembered. */
export function HoldingTabs(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(accountTexts)
  const hasActivity = useModalState(isActivitySupported)
  const chosen = names[useModalState(selectTab)]
  // the view stays mounted while the modal is closed
  const isOpen = useIsOpen()
  useEffect(() => (isOpen ? watchPortfolio(modal) : undefined), [modal, isOpen])
  useEffect(() => (isOpen ? watchIdentity(modal) : undefined), [modal, isOpen])

  const shown = names.filter((name) => name !== 'activity' || hasActivity)
  const selected = shown.includes(chosen) ? chosen : 'tokens'
  return (
    <div className="holdings">
      <Tabs
        label={t('holdingsLabel')}
        tabs={shown.map((name) => ({ name, title: t(`tab_${name}`) }))}
        selected={selected}
        onSelect={(name) => setAccountTab(modal, names.indexOf(name) as AccountTab)}
      >
        {selected === 'activity' ? (
          <LoadedActivity />
        ) : (
          <div className="holding">{selected === 'nfts' ? <NftsTab /> : <TokensTab />}</div>
        )}
      </Tabs>
    </div>
  )
}

function LoadedActivity(): ReactElement {
  const container = useRef<HTMLDivElement>(null)
  const { loaded: activity } = useLoaded(loadActivity, true)
  useStyles(activity?.feature.styles ?? '', container)
  // the view boundary offers to try again
  if (activity === null) throw new Error('The list of transactions could not be loaded.')
  return (
    <div className="holding" ref={container}>
      {activity ? <activity.ActivityTab /> : <ListSkeleton />}
    </div>
  )
}
