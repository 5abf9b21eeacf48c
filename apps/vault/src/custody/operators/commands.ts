import { z } from 'zod'
import type { OperatorAct } from '../../protocol/operators.js'
import { importUsers } from '../pregeneration/importUsers.js'
import { readProviders } from '../providers/parseProviders.js'
import type { Providers } from '../providers/provider.js'
import { approveProposal, type Decision, listProposals, rejectProposal, runAction } from './act.js'
import {
  type Actor,
  addOperator,
  authenticate,
  consoleName,
  listOperators,
  type OperatorContext,
  removeOperator,
} from './operator.js'
import { operatorApi, parseActions, reasonSchema } from './operatorSchemas.js'
import { assertProject } from './projectActions.js'
import { findUser, viewDevices, viewUser } from './view.js'
import { viewEvents } from './viewAudit.js'

export type OperatorCommand = {
  /** Whether a file name follows. */
  readonly namesFile?: boolean | undefined
  /** Given as `--name=value`; those with a question mark are optional. */
  readonly options: readonly string[]
  /** Options without a value, such as `--dry-run`. */
  readonly flags?: readonly string[] | undefined
  readonly help: string
  readonly run: (context: OperatorContext, asked: Asked) => Promise<unknown>
}

type Asked = {
  readonly file: string
  readonly say: (line: string) => void
  readonly flags: readonly string[]
  readonly options: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The operator of `OPERATOR_TOKEN`, or the console. */
async function getActor(context: OperatorContext, { environment }: Asked): Promise<Actor> {
  const token = environment['OPERATOR_TOKEN']?.trim()
  return token ? authenticate(context, { token }) : { operator: consoleName }
}

async function perform(
  context: OperatorContext,
  asked: Asked,
  wanted: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { reason, device, project } = asked.options
  const named = Object.fromEntries(
    Object.entries({ ...wanted, reason, device, project }).filter(([, value]) => value !== undefined),
  )
  const actor = await getActor(context, asked)
  const approvals = parseActions(asked.environment['OPERATOR_APPROVALS'] ?? '')
  return runAction(context, read(operatorApi['POST /v1/act'].params, named), { actor, approvals })
}

const ofUser =
  (action: OperatorAct['action']): OperatorCommand['run'] =>
  async (context, asked) => {
    const { project: _, ...options } = asked.options
    return perform(context, { ...asked, options }, { action, user: await findNamed(context, asked) })
  }
const ofSigning =
  (action: OperatorAct['action']): OperatorCommand['run'] =>
  (context, asked) =>
    perform(context, asked, { action })

const user = ['user', 'project?']

/** Commands for operators on custody's machine; the same actions as the API's. */
export const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  'add-operator': {
    options: ['name'],
    flags: ['--acts-for-others'],
    help: 'creates the token of an operator, which is shown once; with --acts-for-others, that of a console whose users it names',
    run: async (context, asked) =>
      addOperator(context, {
        name: asked.options['name'] ?? '',
        actsForOthers: asked.flags.includes('--acts-for-others'),
        by: await getActor(context, asked),
      }),
  },
  'remove-operator': {
    options: ['name'],
    help: 'revokes their token',
    run: async (context, asked) =>
      removeOperator(context, { name: asked.options['name'] ?? '', by: await getActor(context, asked) }),
  },
  operators: { options: [], help: 'lists them', run: (context) => listOperators(context) },
  user: {
    options: user,
    help: 'shows a user, found by id, email address or account',
    run: async (context, asked) =>
      viewUser(context, {
        ...read(operatorApi['GET /v1/user'].params, asked.options),
        actor: await getActor(context, asked),
      }),
  },
  devices: {
    options: user,
    help: 'lists the devices of a user',
    run: async (context, asked) =>
      viewDevices(context, { user: await findNamed(context, asked), actor: await getActor(context, asked) }),
  },
  events: {
    options: [...user, 'before?', 'limit?'],
    help: 'lists the audit entries of a user, newest first',
    run: async (context, asked) => {
      const { project: _, ...options } = asked.options
      const params = read(operatorApi['GET /v1/events'].params, { ...options, user: await findNamed(context, asked) })
      return viewEvents(context, { ...params, actor: await getActor(context, asked) })
    },
  },
  freeze: {
    options: [...user, 'reason'],
    help: 'blocks signing, export, changes and logins of a user',
    run: ofUser('user.freeze'),
  },
  unfreeze: { options: [...user, 'reason'], help: 'ends the freeze', run: ofUser('user.unfreeze') },
  'revoke-device': {
    options: [...user, 'device', 'reason'],
    help: 'logs a user out on one device and forgets it',
    run: ofUser('device.revoke'),
  },
  'revoke-devices': {
    options: [...user, 'reason'],
    help: 'the same on all of their devices',
    run: ofUser('devices.revoke'),
  },
  'stop-signing': {
    options: ['project?', 'reason'],
    help: 'blocks signing and export, for a project or for all; logins still work',
    run: ofSigning('signing.stop'),
  },
  'start-signing': { options: ['project?', 'reason'], help: 'resumes it', run: ofSigning('signing.start') },
  revoke: {
    options: ['reason'],
    help: 'logs everybody out and forgets all devices',
    run: ofSigning('sessions.revoke'),
  },
  'import-users': {
    namesFile: true,
    options: ['project', 'reason', 'report?'],
    flags: ['--dry-run', '--skip-invalid'],
    help: 'creates the users of a CSV file, who get their wallet with their first login; with --dry-run, checks the file only',
    run: async (context, asked) => {
      const { options, environment, flags, file, say } = asked
      const { project = '', report } = options
      await assertProject(context, context.database, project)
      const providersFile = environment['SOCIAL_PROVIDERS_FILE']?.trim()
      const providers: Providers = providersFile ? await readProviders(providersFile) : new Map()
      return importUsers(
        { ...context, providers },
        {
          ...{ file, project, report, say },
          entry: { ...(await getActor(context, asked)), reason: read(reasonSchema, options['reason']) },
          isDryRun: flags.includes('--dry-run'),
          skipsInvalid: flags.includes('--skip-invalid'),
        },
      )
    },
  },
  proposals: {
    options: [],
    help: 'lists proposals that wait for a second operator',
    run: (context) => listProposals(context),
  },
  approve: {
    options: ['proposal', 'reason'],
    help: 'approves and runs the proposal of another operator; needs OPERATOR_TOKEN',
    run: async (context, asked) => {
      if (!asked.environment['OPERATOR_TOKEN']?.trim())
        throw new Error('OPERATOR_TOKEN is not set. An approval has the name of an operator.')
      return approveProposal(context, await readDecision(context, asked))
    },
  },
  reject: {
    options: ['proposal', 'reason'],
    help: 'rejects a proposal',
    run: async (context, asked) => rejectProposal(context, await readDecision(context, asked)),
  },
}

async function readDecision(context: OperatorContext, asked: Asked): Promise<Decision> {
  const { proposal: id, reason } = asked.options
  return {
    ...read(operatorApi['POST /v1/approve'].params, { id, reason }),
    actor: await getActor(context, asked),
  }
}

function findNamed(context: OperatorContext, { options }: Asked): Promise<string> {
  const { user: name, project } = options
  return findUser(context, read(operatorApi['GET /v1/user'].params, { user: name, ...(project && { project }) }))
}

function read<schema extends z.ZodType>(schema: schema, value: unknown): z.output<schema> {
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw new Error(z.prettifyError(error))
  return data
}
