import { type ReactElement, useState } from 'react'
import { ActDialog } from '../ActDialog.js'
import { useLoaded, useSigned } from '../hooks.js'
import { Icon } from '../icons.js'
import { Button, Card, Empty, LoadedView, NeedsService, Page, Tag } from '../parts.js'

type Switch = { readonly project: string | undefined; readonly isStopped: boolean }

export function SigningPage(): ReactElement {
  return (
    <Page title="Signing" text="Stop everything that opens a wallet: signatures and exports. Users can still log in.">
      <NeedsService service="vault">
        <Switches />
      </NeedsService>
    </Page>
  )
}

function Switches(): ReactElement {
  const { can } = useSigned()
  const [choice, setChoice] = useState<Switch>()
  const [isLoggingOut, setIsLoggingOut] = useState(false)
  const signing = useLoaded('signing page', (client, signal) => client.vault('GET /v1/signing', {}, signal), {
    every: 10_000,
  })
  const projects = useLoaded('signing projects', (client, signal) => client.vault('GET /v1/projects', {}, signal))
  const isAllStopped = signing.data?.stopped.includes('*') ?? false
  return (
    <>
      <LoadedView from={signing} rows={1}>
        {() => (
          <section className="switch" data-stopped={isAllStopped || undefined} aria-label="All projects">
            <span className="tile" data-tone={isAllStopped ? 'bad' : 'good'}>
              <Icon name="signing" />
            </span>
            <div className="row-text">
              <strong>{isAllStopped ? 'Signing is stopped' : 'Signing is on'}</strong>
              <span className="muted">
                {isAllStopped
                  ? 'No process signs or exports, for any project.'
                  : 'For all projects that are not listed as stopped.'}
              </span>
            </div>
            {can('signing.change') && (
              <Button
                kind={isAllStopped ? 'primary' : 'danger'}
                onClick={() => setChoice({ project: undefined, isStopped: isAllStopped })}
              >
                {isAllStopped ? 'Resume signing' : 'Stop all signing'}
              </Button>
            )}
          </section>
        )}
      </LoadedView>
      <Card title="Projects">
        <LoadedView from={projects}>
          {({ projects: list }) =>
            list.length === 0 ? (
              <Empty title="No projects" />
            ) : (
              <ul className="rows">
                {list.map(({ id, settings }) => {
                  const isStopped = signing.data?.stopped.includes(id) ?? false
                  return (
                    <li key={id} className="row">
                      <span className="row-text">
                        <b>{settings.name}</b>
                        <small className="muted">{id}</small>
                      </span>
                      <Tag tone={isStopped || isAllStopped ? 'bad' : 'good'}>
                        {isStopped ? 'Stopped' : isAllStopped ? 'Stopped with all' : 'On'}
                      </Tag>
                      {can('signing.change') && signing.data && (
                        <Button
                          onClick={() => setChoice({ project: id, isStopped })}
                          aria-label={`${isStopped ? 'Resume' : 'Stop'} ${id}`}
                        >
                          {isStopped ? 'Resume' : 'Stop'}
                        </Button>
                      )}
                    </li>
                  )
                })}
              </ul>
            )
          }
        </LoadedView>
      </Card>
      {can('signing.change') && (
        <Card
          title="Sessions"
          text="Logs everybody out on every device, as after an attack on the site. Users log in as on new devices."
          actions={
            <Button kind="danger" onClick={() => setIsLoggingOut(true)}>
              Log everybody out
            </Button>
          }
        />
      )}
      {choice && (
        <ActDialog
          title={`${choice.isStopped ? 'Resume' : 'Stop'} signing for ${choice.project ?? 'all projects'}`}
          confirm={choice.isStopped ? 'Resume signing' : 'Stop signing'}
          kind={choice.isStopped ? 'primary' : 'danger'}
          typed={choice.project ?? (choice.isStopped ? 'resume all' : 'stop all')}
          act={{ action: choice.isStopped ? 'signing.start' : 'signing.stop', project: choice.project }}
          done={choice.isStopped ? 'Signing is on again.' : 'Signing is stopped.'}
          onClose={() => setChoice(undefined)}
          onDone={signing.reload}
        >
          <p>
            {choice.isStopped
              ? 'Users can sign and export again at once.'
              : 'Once this is done, no process signs or exports anything for these users. They see that signing is paused.'}
          </p>
        </ActDialog>
      )}
      {isLoggingOut && (
        <ActDialog
          title="Log everybody out"
          confirm="Log everybody out"
          kind="danger"
          typed="log out all"
          act={{ action: 'sessions.revoke' }}
          done="Everybody is logged out."
          onClose={() => setIsLoggingOut(false)}
          onDone={() => undefined}
        >
          <p>
            All sessions end, and all browsers are forgotten, except those of guests. Wallets and approvals stay as they
            are.
          </p>
        </ActDialog>
      )}
    </>
  )
}
