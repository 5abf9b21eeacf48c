import { loadModule, type ModalState, type WalletPage } from '@latchkey/core'
import { fetchWallets } from '@latchkey/core/controllers'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readInView } from '../../hooks/readInView.js'
import { useLater } from '../../hooks/useLater.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../router/ShellContext.js'
import type { findWallets } from './findWallets.js'

/** Shorter texts find too much to be of use. */
const searchFrom = 2

export type WalletQuery = { readonly text: string; readonly certifiedOnly: boolean }

export type WalletPageResult = {
  readonly query: WalletQuery
  readonly setQuery: (query: WalletQuery) => void
  readonly page: WalletPage
  /** The page answers a question, and is not the whole list. */
  readonly isSearch: boolean
  readonly more: () => void
  readonly retry: () => void
}

const selectAll = (state: ModalState): WalletPage => state.wallets.all
const selectSearch = (state: ModalState): WalletPage => state.wallets.search

const load = () => loadModule(() => import('./findWallets.js'))

/** The wallets of the list, or those that are asked for. */
export function useWalletPage(): WalletPageResult {
  const { modal } = useShell()
  const [query, setQuery] = useState<WalletQuery>({ text: '', certifiedOnly: false })
  const all = useModalState(selectAll)
  const search = useModalState(selectSearch)
  const isSearch = query.certifiedOnly || query.text.trim().length >= searchFrom

  const more = useCallback(() => readInView(modal, fetchWallets(modal)), [modal])
  const later = useLater()
  const [find, setFind] = useState<{ readonly wallets: typeof findWallets }>()
  const newest = useRef<WalletQuery>(undefined)
  const ask = useCallback(
    (wanted: WalletQuery) => {
      newest.current = wanted
      const request = { query: wanted.text.trim(), certifiedOnly: wanted.certifiedOnly }
      if (find) find.wallets(modal, request)
      else
        later(async () => {
          const { findWallets } = await load()
          // what was typed while it was loaded, as a whole
          if (newest.current !== wanted) return
          findWallets(modal, request)
          setFind({ wallets: findWallets })
        })
    },
    [modal, later, find],
  )
  const isUnread = all.page === 0
  useEffect(() => {
    if (isUnread) more()
  }, [isUnread, more])

  // what is shown stays until the answer is there: nothing flickers while somebody types
  const asked = isSearch && find ? search : all
  const [last, setLast] = useState(asked)
  if (asked.status !== 'loading' && asked !== last) setLast(asked)
  const isWaiting = (isSearch && !find) || (asked.status === 'loading' && asked.wallets.length === 0)

  return {
    query,
    setQuery(next) {
      setQuery(next)
      ask(next)
    },
    page: isWaiting ? { ...last, status: 'loading', error: undefined } : asked,
    isSearch,
    more,
    retry: () => (isSearch ? ask(query) : more()),
  }
}
