import { type AccountTab, loadModule, type ModalState } from '@latchkey/core'
import { watchIdentity, watchPortfolio } from '@latchkey/core/controllers'
import { isActivitySupported, setAccountTab } from '@latchkey/core/internal'
import { type ComponentType, type ReactElement, useEffect, useRef } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { useStyles } from '../../hooks/useStyles.js'
import { holdingTexts } from '../../i18n/messages/holdings.js'
import { useTexts } from '../../i18n/useTexts.js'
import tabStyles from '../../primitives/Tabs/Tabs.css'
import { Tabs } from '../../primitives/Tabs/Tabs.js'
import { useShell } from '../../router/ShellContext.js'
import ownStyles from './HoldingTabs.css'
import { Bones } from './holdings/Bones.js'
import { TokensTab } from './holdings/TokensTab.js'
import { TotalText } from './TotalText.js'

export { TotalText }

const styles = tabStyles + ownStyles

/** [S2.15] */
const names = ['tokens', 'nfts', 'activity'] as const

type TabName = (typeof names)[number]

type LoadedTab = { readonly Tab: ComponentType; readonly styles?: string }

const loadLater = () => loadModule(() => import('./holdings/later.js'))

/** Each comes when it is first shown, but for the one that most visitors see. */
const loaders: { readonly [name in Exclude<TabName, 'tokens'>]: () => Promise<LoadedTab> } = {
  nfts: async () => {
    const { NftsTab, styles } = await (await loadLater()).loadNfts()
    return { Tab: NftsTab, styles }
  },
  activity: async () => {
    const { ActivityTab, styles } = await (await loadLater()).loadActivity()
    return { Tab: ActivityTab, styles }
  },
}

const selectTab = (state: ModalState): AccountTab => state.accountTab ?? 0
const selectOpen = (state: ModalState): boolean => state.modal.open

/** What the account has and has done, kept up to date while it is shown. Which tab is shown is remembered. */
export function HoldingTabs(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(holdingTexts)
  const part = useRef<HTMLDivElement>(null)
  useStyles(styles, part)
  const hasActivity = useModalState(isActivitySupported)
  const chosen = names[useModalState(selectTab)]
  // the view of a closed modal stays, unseen
  const isOpen = useModalState(selectOpen)
  useEffect(() => (isOpen ? watchPortfolio(modal) : undefined), [modal, isOpen])
  useEffect(() => (isOpen ? watchIdentity(modal) : undefined), [modal, isOpen])

  const shown = names.filter((name) => name !== 'activity' || hasActivity)
  const selected = shown.includes(chosen) ? chosen : 'tokens'
  return (
    <div className="holdings" ref={part}>
      <Tabs
        label={t('holdingsLabel')}
        tabs={shown.map((name) => ({ name, title: t(`tab_${name}`) }))}
        selected={selected}
        onSelect={(name) => setAccountTab(modal, names.indexOf(name) as AccountTab)}
      >
        {selected === 'tokens' ? <ShownTab Tab={TokensTab} /> : <LazyTab key={selected} name={selected} />}
      </Tabs>
    </div>
  )
}

function LazyTab({ name }: { readonly name: keyof typeof loaders }): ReactElement {
  const loaded = usePart(loaders[name], true)
  // the boundary of the view offers to try again
  if (loaded === null) throw new Error(`The tab "${name}" could not be loaded.`)
  return loaded ? <ShownTab {...loaded} /> : <Bones />
}

function ShownTab({ Tab, styles: css = '' }: LoadedTab): ReactElement {
  const part = useRef<HTMLDivElement>(null)
  useStyles(css, part)
  return (
    <div className="holding" ref={part}>
      <Tab />
    </div>
  )
}
