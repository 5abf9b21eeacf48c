import type { AdminProject } from '@latchkey/gateway/admin'
import { type ReactElement, useState } from 'react'
import { RequestError, useClient } from '../client.js'
import { Field } from '../fields.js'
import { toTime } from '../format.js'
import { navigate, useLoaded, useSigned, useWork } from '../hooks.js'
import { Button, Card, Copy, Dialog, Empty, Failure, LoadedView, Note, Page, Tag } from '../parts.js'
import {
  type Both,
  type Form,
  findProblems,
  hasVaultChange,
  loadProjects,
  type Problems,
  toForm,
  toGatewaySettings,
  toVaultSettings,
} from '../projects.js'
import { VaultUsage } from './Overview.js'
import { ProjectAccess } from './ProjectAccess.js'
import { ProjectForm } from './ProjectForm.js'

/** A project, or the form for one with the id `new`. */
export function ProjectPage({ id }: { readonly id: string }): ReactElement {
  const { session } = useSigned()
  const isNew = id === 'new'
  const projects = useLoaded('projects', (client, signal) => loadProjects(client, session.services, signal))
  const back = { to: '/projects', text: 'Projects' }
  if (isNew)
    return (
      <Page title="Add a project" back={back}>
        <Editor project={{ id: '', vault: undefined, gateway: undefined }} isNew onSaved={() => undefined} />
      </Page>
    )
  const found = projects.data?.find((one) => one.id === id)
  return (
    <Page title={found?.vault?.settings.name ?? id} back={back} text={<Copy text={id} />}>
      <LoadedView from={projects} rows={6}>
        {() =>
          found ? (
            <>
              <Source project={found} />
              <Editor key={toVersion(found)} project={found} isNew={false} onSaved={projects.reload} />
              {found.vault && session.services.vault.isConfigured && (
                <>
                  <ProjectAccess project={id} />
                  <Card title="Use of the last 30 days">
                    <VaultUsage project={id} />
                  </Card>
                </>
              )}
              <DeleteProject project={found} />
            </>
          ) : (
            <Card>
              <Empty title="No such project" text="It may have been deleted." />
            </Card>
          )
        }
      </LoadedView>
    </Page>
  )
}

const toVersion = ({ vault, gateway }: Both): string => `${vault?.revision} ${gateway?.revision}`

function Source({ project: { vault, gateway } }: { readonly project: Both }): ReactElement {
  const isFromFile = vault?.source === 'file' || gateway?.source === 'file'
  const describe = (name: string, at: number | null | undefined, by: string | null | undefined): ReactElement | null =>
    at == null ? null : (
      <span>
        {name}: changed {toTime(at)} by {by}
      </span>
    )
  return (
    <p className="source muted">
      {isFromFile && <Tag>From a file: saving stores it in the database, which wins</Tag>}
      {describe('Vault', vault?.updatedAt, vault?.updatedBy)}
      {describe('Gateway', gateway?.updatedAt, gateway?.updatedBy)}
    </p>
  )
}

type EditorProps = { readonly project: Both; readonly isNew: boolean; readonly onSaved: () => void }

type Conflict = {
  readonly mine: Form
  readonly theirs: Both
  /** The service in which another operator has saved. */
  readonly service: 'vault' | 'gateway'
  /** Whether the vault has saved mine before. */
  readonly isHalf: boolean
}

/** Edits a project, saves it in both services, and handles conflicts with changes that others saved meanwhile. */
function Editor({ project, isNew, onSaved }: EditorProps): ReactElement {
  const client = useClient()
  const { session, can, toast } = useSigned()
  const { services } = session
  const { isBusy, error, run } = useWork()
  const [id, setId] = useState(project.id)
  const [base, setBase] = useState(project)
  const [form, setForm] = useState(() => toForm(project))
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const [reason, setReason] = useState('')
  const isReadOnly = !can('projects.change')

  const check = (): void => {
    const found: Problems = {
      ...findProblems(form),
      ...(!/^[\w-]{1,64}$/.test(id) && { id: 'Use letters, digits, dashes and underscores.' }),
      ...(id === 'new' && { id: 'Choose another id.' }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) setIsSaving(true)
  }

  const save = async (): Promise<void> => {
    let saved: Both = base
    let service: Conflict['service'] = 'vault'
    try {
      // a change that needs a second operator would be proposed again with each change for the gateway
      if (services.vault.isConfigured && hasVaultChange(base, form)) {
        const outcome = await client.vault('POST /v1/act', {
          action: 'project.save',
          project: id,
          settings: toVaultSettings(form),
          revision: base.vault?.source === 'database' ? base.vault.revision : 0,
          reason: reason.trim(),
        })
        if (outcome.status === 'proposed') {
          setIsSaving(false)
          toast('Proposed. A second operator has to approve it; the gateway is not changed until you save again.')
          return
        }
        const vault = {
          id,
          settings: toVaultSettings(form),
          source: 'database' as const,
          revision: outcome.revision ?? 0,
        }
        saved = { ...saved, id, vault }
        // if the gateway fails now, saving again must not conflict with what was just saved
        setBase(saved)
      }
      service = 'gateway'
      if (services.gateway.isConfigured) {
        const gateway = await client.gateway<AdminProject>('PUT', `/projects/${encodeURIComponent(id)}`, {
          body: {
            revision: base.gateway?.source === 'database' ? base.gateway.revision : null,
            settings: toGatewaySettings(form, base.gateway),
          },
        })
        saved = { ...saved, gateway }
      }
    } catch (cause) {
      if (!(cause instanceof RequestError)) throw cause
      if (cause.code === 'CONFLICT') {
        const theirs = (await loadProjects(client, services)).find((one) => one.id === id)
        setIsSaving(false)
        setConflict({
          mine: form,
          theirs: theirs ?? { id, vault: undefined, gateway: undefined },
          service,
          isHalf: saved !== base,
        })
        return
      }
      const isHalf = saved !== base && services.gateway.isConfigured
      throw isHalf
        ? new RequestError(`Saved in the vault, but not in the gateway: ${cause.message} Save again.`, {
            code: cause.code,
            cause,
          })
        : cause
    }
    setBase(saved)
    setIsSaving(false)
    toast('Saved. It counts within two seconds.')
    if (isNew) navigate(`/projects/${encodeURIComponent(id)}`)
    onSaved()
  }

  return (
    <>
      {conflict && (
        <ConflictCard
          conflict={conflict}
          onTheirs={() => {
            setBase(conflict.theirs)
            setForm(toForm(conflict.theirs))
            setConflict(undefined)
          }}
          onMine={() => {
            setBase(conflict.theirs)
            setConflict(undefined)
            setIsSaving(true)
          }}
        />
      )}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          check()
        }}
      >
        <ProjectForm
          id={isNew ? id : undefined}
          onId={setId}
          form={form}
          onChange={(changed) => setForm({ ...form, ...changed })}
          problems={problems}
          services={services}
          isReadOnly={isReadOnly}
        />
        {!isReadOnly && (
          <div className="save">
            {Object.keys(problems).length > 0 && (
              <p className="bad" role="alert">
                Check the fields that are marked.
              </p>
            )}
            <Button type="submit" kind="primary">
              {isNew ? 'Add the project' : 'Save'}
            </Button>
          </div>
        )}
      </form>
      {isSaving && (
        <Dialog
          title={isNew ? `Add ${id}` : `Save ${id}`}
          onClose={() => setIsSaving(false)}
          onSubmit={() => {
            if (reason.trim().length >= 3) void run(save)
          }}
          footer={
            <>
              <Button onClick={() => setIsSaving(false)}>Cancel</Button>
              <Button type="submit" kind="primary" isBusy={isBusy}>
                Save
              </Button>
            </>
          }
        >
          <p>
            It counts within two seconds, in all processes. An origin that you removed is refused at its next request.
          </p>
          <Field
            label="Reason"
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
            hint="At least three characters. Stays in the audit log; no email addresses."
          />
          <Failure error={error} />
        </Dialog>
      )}
    </>
  )
}

type ConflictProps = { readonly conflict: Conflict; readonly onMine: () => void; readonly onTheirs: () => void }

/** Both versions of a project that two people have edited. */
function ConflictCard({ conflict, onMine, onTheirs }: ConflictProps): ReactElement {
  const { mine, theirs, service, isHalf } = conflict
  const show = (settings: unknown): string => JSON.stringify(settings ?? 'deleted', null, 2)
  const by = theirs[service]?.updatedBy
  const state = isHalf ? 'Yours was saved in the vault, but not in the gateway.' : 'Nothing of yours was saved yet.'
  return (
    <Card
      title="Somebody else has saved this project"
      text={by == null ? state : `${by} has, while you were editing. ${state}`}
    >
      <div className="versions">
        <section aria-label="Your version">
          <h3>Yours</h3>
          <pre>{show({ vault: toVaultSettings(mine), gateway: toGatewaySettings(mine, theirs.gateway) })}</pre>
        </section>
        <section aria-label="The saved version">
          <h3>Saved</h3>
          <pre>{show({ vault: theirs.vault?.settings, gateway: theirs.gateway?.settings })}</pre>
        </section>
      </div>
      <div className="actions">
        <Button onClick={onTheirs}>Continue with theirs</Button>
        <Button kind="danger" onClick={onMine}>
          Replace it with mine
        </Button>
      </div>
    </Card>
  )
}

function DeleteProject({ project }: { readonly project: Both }): ReactElement | null {
  const client = useClient()
  const { session, can, toast } = useSigned()
  const { isBusy, error, run } = useWork()
  const [isOpen, setIsOpen] = useState(false)
  const [word, setWord] = useState('')
  const [reason, setReason] = useState('')
  const [isGoneFromVault, setIsGoneFromVault] = useState(false)
  const { id, vault, gateway } = project
  const isStored = vault?.source === 'database' || gateway?.source === 'database'
  if (!can('projects.change') || !isStored) return null
  const remove = async (): Promise<void> => {
    const isOfVault = session.services.vault.isConfigured && vault?.source === 'database'
    if (isOfVault && !isGoneFromVault) {
      const outcome = await client.vault('POST /v1/act', {
        action: 'project.delete',
        project: id,
        revision: vault.revision,
        reason: reason.trim(),
      })
      if (outcome.status === 'proposed') {
        toast('Proposed. A second operator has to approve it; delete again for the gateway after that.')
        setIsOpen(false)
        return
      }
      // if the gateway fails now, the vault isn't asked again
      setIsGoneFromVault(true)
    }
    if (session.services.gateway.isConfigured && gateway?.source === 'database')
      await client
        .gateway('DELETE', `/projects/${encodeURIComponent(id)}`, { query: { revision: gateway.revision ?? 1 } })
        .catch((cause: unknown) => {
          if (!isOfVault || !(cause instanceof RequestError)) throw cause
          throw new RequestError(`Deleted in the vault, but not in the gateway: ${cause.message} Delete again.`, {
            code: cause.code,
            cause,
          })
        })
    toast(`${id} was deleted.`)
    navigate('/projects')
  }
  return (
    <Card
      title="Delete"
      text="The app stops working at its next request. Users and their wallets stay, and come back with the id."
      actions={
        <Button kind="danger" onClick={() => setIsOpen(true)}>
          Delete the project
        </Button>
      }
    >
      {isOpen && (
        <Dialog
          title={`Delete ${id}`}
          onClose={() => setIsOpen(false)}
          onSubmit={() => {
            if (word === id && reason.trim().length >= 3) void run(remove)
          }}
          footer={
            <>
              <Button onClick={() => setIsOpen(false)}>Cancel</Button>
              <Button type="submit" kind="danger" isBusy={isBusy} disabled={word !== id || reason.trim().length < 3}>
                Delete
              </Button>
            </>
          }
        >
          <Note tone="warn">
            All pages of this app are refused from now on{vault || gateway ? ', unless a file has the same id' : ''}.
          </Note>
          <Field label={`Type ${id} to confirm`} value={word} onChange={(event) => setWord(event.target.value)} />
          <Field
            label="Reason"
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
            hint="At least three characters."
          />
          <Failure error={error} />
        </Dialog>
      )}
    </Card>
  )
}
