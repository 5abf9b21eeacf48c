import type { Env, WalletListing } from '@latchkey/core'

export type FakeWalletList = {
  readonly url: string
  readonly fetch: Env['fetch']
  /** Texts that were searched for, in lower case. */
  searches(): readonly string[]
  /** Responds with this status from now on; undefined restores the wallet list. */
  fail(status: number | undefined): void
  /** Holds all responses until `release()`. */
  hold(): void
  release(): void
}

/** A wallet list service in memory, with pages, ids, search and badges, and without images. */
export function createFakeWalletList(wallets: readonly WalletListing[]): FakeWalletList {
  const url = 'https://wallets.example'
  const searches: string[] = []
  let failure: number | undefined
  let gate = Promise.resolve()
  let open = (): void => undefined

  const answer = ({ pathname, searchParams }: URL): Response => {
    if (failure) return new Response('', { status: failure })
    if (pathname !== '/getWallets') return new Response('', { status: 404 })
    const has = (name: string, id: string): boolean => (searchParams.get(name)?.split(',') ?? []).includes(id)
    const text = searchParams.get('search')?.toLowerCase()
    if (text) searches.push(text)
    const found = wallets.filter(
      ({ id, rdns = id, name, badge_type }) =>
        (!searchParams.get('include') || has('include', id) || has('include', rdns)) &&
        !has('exclude', id) &&
        (!text || name.toLowerCase().includes(text)) &&
        (!searchParams.get('badge_type') || badge_type === searchParams.get('badge_type')),
    )
    const [page, entries] = [Number(searchParams.get('page')), Number(searchParams.get('entries'))]
    return Response.json({ count: found.length, data: found.slice((page - 1) * entries, page * entries) })
  }
  return {
    url,
    async fetch(input) {
      const request = new URL(input instanceof Request ? input.url : input)
      await gate
      return answer(request)
    },
    searches: () => searches,
    fail(status) {
      failure = status
    },
    hold() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    release: () => open(),
  }
}
