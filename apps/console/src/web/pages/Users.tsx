import type { OperatorResult, UserItem } from '@latchkey/vault/operators'
import { type ReactElement, useState } from 'react'
import { Field } from '../fields.js'
import { toShort } from '../format.js'
import { navigate, useLoaded, useLocation, usePages } from '../hooks.js'
import { Button, Card, Empty, Failure, Link, LoadedView, More, NeedsService, Page, Tag, Time } from '../parts.js'

const limit = 25

export function UsersPage(): ReactElement {
  const { searchParams } = useLocation()
  const search = searchParams.get('search') ?? ''
  const project = searchParams.get('project') ?? ''
  const [text, setText] = useState(search)
  const [id, setId] = useState(project)
  return (
    <Page title="Users" text="Find a user by email address, id or account address.">
      <NeedsService service="vault">
        <Card>
          <form
            className="filters"
            onSubmit={(event) => {
              event.preventDefault()
              navigate(`/users?${new URLSearchParams({ search: text.trim(), project: id.trim() })}`)
            }}
          >
            <Field
              label="Email, id or address"
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              placeholder="ada@example.org or 0x…"
            />
            <Field label="Project" value={id} onChange={(event) => setId(event.target.value)} placeholder="All" />
            <Button type="submit" kind="primary" icon="search">
              Search
            </Button>
          </form>
          <UserList key={`${search} ${project}`} search={search} project={project} />
        </Card>
      </NeedsService>
    </Page>
  )
}

type ListProps = { readonly search: string; readonly project: string }

function UserList({ search, project }: ListProps): ReactElement {
  const filters = { search: search || undefined, project: project || undefined, limit }
  const first = useLoaded(`users ${search} ${project}`, (client, signal) =>
    client.vault('GET /v1/users', filters, signal),
  )
  return (
    <LoadedView from={first} rows={5}>
      {(page) =>
        page.users.length === 0 ? (
          <Empty
            icon="users"
            title={search === '' ? 'No users yet' : 'No user found'}
            text={
              search === ''
                ? 'Users appear here once they log in to an app with one of your projects.'
                : 'Check the spelling: the address has to be complete.'
            }
          />
        ) : (
          <UserRows first={page} filters={filters} />
        )
      }
    </LoadedView>
  )
}

type UserPage = OperatorResult<'GET /v1/users'>

function UserRows({
  first,
  filters,
}: {
  readonly first: UserPage
  readonly filters: {
    readonly search: string | undefined
    readonly project: string | undefined
    readonly limit: number
  }
}): ReactElement {
  const { pages, last, isBusy, error, more } = usePages(first, (client, { next }) =>
    client.vault('GET /v1/users', { ...filters, before: next }),
  )
  return (
    <>
      <ul className="rows">
        {pages
          .flatMap(({ users }) => users)
          .map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
      </ul>
      <Failure error={error} />
      {last.next !== undefined && <More isBusy={isBusy} onClick={more} />}
    </>
  )
}

function UserRow({ user }: { readonly user: UserItem }): ReactElement {
  const address = user.accounts.find(({ namespace }) => namespace === 'eip155')?.address ?? user.id
  return (
    <li>
      <Link to={`/users/${user.id}`} className="row">
        <span className="row-text">
          <code>{toShort(address)}</code>
          <small className="muted">
            {user.project} · joined <Time at={user.createdAt} />
          </small>
        </span>
        {user.unclaimedSince !== undefined && <Tag>Not logged in yet</Tag>}
        {user.frozenAt !== undefined && <Tag tone="bad">Frozen</Tag>}
      </Link>
    </li>
  )
}
