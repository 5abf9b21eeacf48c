import { z } from 'zod'
import { type OperatorAct, operatorApi, parseActions } from '../../protocol/operators.js'
import { approveProposal, listProposals, rejectProposal, runAction } from './act.js'
import {
  addOperator,
  authenticate,
  consoleName,
  listOperators,
  type OperatorContext,
  removeOperator,
} from './operator.js'
import { findUser, viewDevices, viewEvents, viewUser } from './view.js'

export type OperatorCommand = {
  /** Given as `--name=value`; those with a question mark are optional. */
  readonly options: readonly string[]
  readonly help: string
  readonly run: (context: OperatorContext, asked: Asked) => Promise<unknown>
}

type Asked = {
  readonly options: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The name behind `OPERATOR_TOKEN`, or the console's. */
async function getOperator(context: OperatorContext, { environment }: Asked): Promise<string> {
  const token = environment['OPERATOR_TOKEN']?.trim()
  return token ? authenticate(context, token) : consoleName
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
  const operator = await getOperator(context, asked)
  const approvals = parseActions(asked.environment['OPERATOR_APPROVALS'] ?? '')
  return runAction(context, read(operatorApi['POST /v1/act'].params, named), { operator, approvals })
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
    help: 'creates the token of an operator, which is shown once',
    run: async (context, asked) =>
      addOperator(context, { name: asked.options['name'] ?? '', by: await getOperator(context, asked) }),
  },
  'remove-operator': {
    options: ['name'],
    help: 'revokes their token',
    run: async (context, asked) =>
      removeOperator(context, { name: asked.options['name'] ?? '', by: await getOperator(context, asked) }),
  },
  operators: { options: [], help: 'lists them', run: (context) => listOperators(context) },
  user: {
    options: user,
    help: 'shows a user, found by id, email address or account',
    run: async (context, asked) =>
      viewUser(context, {
        ...read(operatorApi['GET /v1/user'].params, asked.options),
        operator: await getOperator(context, asked),
      }),
  },
  devices: {
    options: user,
    help: 'lists the devices of a user',
    run: async (context, asked) =>
      viewDevices(context, { user: await findNamed(context, asked), operator: await getOperator(context, asked) }),
  },
  events: {
    options: [...user, 'before?', 'limit?'],
    help: 'lists the audit entries of a user, newest first',
    run: async (context, asked) => {
      const { project: _, ...options } = asked.options
      const params = read(operatorApi['GET /v1/events'].params, { ...options, user: await findNamed(context, asked) })
      return viewEvents(context, { ...params, operator: await getOperator(context, asked) })
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

async function readDecision(
  context: OperatorContext,
  asked: Asked,
): Promise<{ readonly id: string; readonly reason: string; readonly operator: string }> {
  const { proposal: id, reason } = asked.options
  return {
    ...read(operatorApi['POST /v1/approve'].params, { id, reason }),
    operator: await getOperator(context, asked),
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
