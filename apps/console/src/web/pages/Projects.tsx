import type { ReactElement } from 'react'
import { useLoaded, useSigned } from '../hooks.js'
import { Card, Empty, Link, LoadedView, Page, Tag } from '../parts.js'
import { type Both, loadProjects } from '../projects.js'

export function ProjectsPage(): ReactElement {
  const { session, can } = useSigned()
  const { services } = session
  const projects = useLoaded('projects', (client, signal) => loadProjects(client, services, signal))
  const isConnected = services.vault.isConfigured || services.gateway.isConfigured
  const missing = [...services.vault.variables, ...services.gateway.variables].join(', ')
  return (
    <Page
      title="Projects"
      text="An app that uses your services, by one id. Changes count within seconds, without a restart."
      actions={
        isConnected &&
        can('projects.change') && (
          <Link to="/projects/new" className="button" data-kind="primary">
            Add a project
          </Link>
        )
      }
    >
      <Card>
        {isConnected ? (
          <LoadedView from={projects}>
            {(list) =>
              list.length === 0 ? (
                <Empty
                  icon="projects"
                  title="No projects yet"
                  text="Add one, and use its id as `projectId` in the app."
                />
              ) : (
                <ul className="rows">
                  {list.map((one) => (
                    <ProjectRow key={one.id} project={one} />
                  ))}
                </ul>
              )
            }
          </LoadedView>
        ) : (
          <Empty icon="projects" title="No vault and no gateway connected" text={`Set ${missing}.`} />
        )}
      </Card>
    </Page>
  )
}

function ProjectRow({ project }: { readonly project: Both }): ReactElement {
  const { services } = useSigned().session
  const { id, vault, gateway } = project
  const isMissing = (services.vault.isConfigured && !vault) || (services.gateway.isConfigured && !gateway)
  const origins = vault?.settings.origins ?? gateway?.settings.allowedOrigins ?? []
  return (
    <li>
      <Link to={`/projects/${encodeURIComponent(id)}`} className="row">
        <span className="row-text">
          <b>{vault?.settings.name ?? id}</b>
          <small className="muted">
            <code>{id}</code> · {origins.length === 0 ? 'all origins' : origins.join(', ')}
          </small>
        </span>
        {isMissing && <Tag tone="warn">{vault ? 'Not in the gateway' : 'Not in the vault'}</Tag>}
        {(vault?.source === 'file' || gateway?.source === 'file') && <Tag>From a file</Tag>}
      </Link>
    </li>
  )
}
