import type { ModalState, WalletPage } from '@latchkey/core'
import { fetchWallets, searchWallets } from '@latchkey/core/controllers/wallets'
import { useCallback, useEffect, useState } from 'react'
import { useIsVisible } from '../../hooks/useAfterPaint.js'
import { useModalState } from '../../hooks/useModalState.js'
import { readInView, useShell } from '../../hooks/useShell.js'

/** Shorter queries return too many results. */
const searchFrom = 2

type WalletQuery = { readonly text: string; readonly certifiedOnly: boolean }

const noQuery: WalletQuery = { text: '', certifiedOnly: false }

type WalletPageResult = {
  readonly query: WalletQuery
  readonly setQuery: (query: WalletQuery) => void
  readonly page: WalletPage
  /** Whether the page is a search result. */
  readonly isSearch: boolean
  readonly more: () => void
  readonly retry: () => void
}

const selectAll = (state: ModalState): WalletPage => state.wallets.all
const selectSearch = (state: ModalState): WalletPage => state.wallets.search

/** The wallets of the list, or those that a search finds. */
export function useWalletPage(): WalletPageResult {
  const { modal } = useShell()
  const [query, setQuery] = useState(noQuery)
  // the view stays mounted while the modal is closed
  const isVisible = useIsVisible()
  if (!isVisible && query !== noQuery) setQuery(noQuery)
  const all = useModalState(selectAll)
  const found = useModalState(selectSearch)
  const isSearch = query.certifiedOnly || query.text.trim().length >= searchFrom

  const more = useCallback(() => readInView(modal, fetchWallets(modal)), [modal])
  const search = useCallback(
    ({ text, certifiedOnly }: WalletQuery) =>
      readInView(modal, searchWallets(modal, { query: text.trim(), certifiedOnly })),
    [modal],
  )
  const isUnread = all.page === 0
  useEffect(() => {
    if (isUnread) more()
  }, [isUnread, more])

  // keeps the last page until the result is there, so that nothing flickers while the user types
  const wanted = isSearch ? found : all
  const [last, setLast] = useState(wanted)
  if (wanted.status !== 'loading' && wanted !== last) setLast(wanted)
  const isWaiting = wanted.status === 'loading' && wanted.wallets.length === 0

  return {
    query,
    setQuery(next) {
      setQuery(next)
      search(next)
    },
    page: isWaiting ? { ...last, status: 'loading', error: undefined } : wanted,
    isSearch,
    more,
    retry: () => (isSearch ? search(query) : more()),
  }
}
