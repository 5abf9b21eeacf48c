import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, defineConfig, listSecrets, listVariables, printConfig, readConfig, readTexts } from './config.js'
import {
  choice,
  count,
  databaseUrl,
  flag,
  list,
  mask,
  poolSize,
  port,
  stopVariables,
  text,
  toStopOptions,
  url,
  variable,
} from './variables.js'

const definition = defineConfig({
  variables: {
    PORT: variable(port(), { about: 'port to listen on', initial: '4000' }),
    DATABASE_URL: variable(databaseUrl(), { about: 'PostgreSQL', secret: 'url' }),
    DATABASE_POOL: variable(poolSize().optional(), { about: 'connections', unset: 'as many as needed' }),
    SHOP_TOKEN: variable(text().optional(), { about: 'token', secret: 'all' }),
    SHOP_ORIGINS: variable(list().optional(), { about: 'origins' }),
    SHOP_MODE: variable(choice(['open', 'closed']), { about: 'mode', initial: 'open' }),
    SHOP_SIGN: variable(flag(), { about: 'sign', initial: '0' }),
    SHOP_URL: variable(url({ schemes: ['https'], example: 'https://shop.example' }).optional(), { about: 'site' }),
    SHOP_COMMAND: variable(text().optional(), { about: 'program', isJson: true }),
    SHOP_ROWS: variable(count(), { about: 'rows', initial: '7' }),
    ...stopVariables,
  },
  prefixes: ['SHOP_'],
  alsoKnown: { SHOP_KEY: variable(text(), { about: 'of another program', secret: 'all' }) },
})

const required = { DATABASE_URL: 'postgres://shop:p%40ss@db:5432/shop' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

const write = async (name: string, content: unknown): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const findProblems = async (environment: Record<string, string>): Promise<readonly string[]> => {
  const { check } = await readConfig(definition, environment)
  try {
    check()
    return []
  } catch (cause) {
    expect(cause).toBeInstanceOf(ConfigError)
    return (cause as ConfigError).problems
  }
}

describe('a configuration', () => {
  test('is read from the environment, with defaults', async () => {
    const values = (await readConfig(definition, { ...required, SHOP_ORIGINS: 'a, b', SHOP_SIGN: ' ' })).check()
    expect(values).toEqual({
      ...required,
      PORT: 4_000,
      SHOP_ORIGINS: ['a', 'b'],
      SHOP_MODE: 'open',
      SHOP_SIGN: false,
      SHOP_ROWS: 7,
      DRAIN_SECONDS: 2_000,
      STOP_SECONDS: 25_000,
    })
    expect(toStopOptions(values)).toEqual({ stopPause: 2_000, stopTimeout: 25_000 })
  })

  test('is read from a file, and the environment takes precedence over it', async () => {
    const file = await write('config.json', {
      ...required,
      PORT: 1,
      SHOP_SIGN: true,
      SHOP_ORIGINS: ['a', 'b'],
      SHOP_COMMAND: ['/bin/a', 'b,c'],
      SHOP_URL: null,
      DRAIN_SECONDS: 0.5,
    })
    const { check, texts } = await readConfig(definition, { CONFIG_FILE: file, PORT: '2' })
    expect(check()).toMatchObject({
      ...required,
      PORT: 2,
      SHOP_SIGN: true,
      SHOP_ORIGINS: ['a', 'b'],
      SHOP_COMMAND: '["/bin/a","b,c"]',
      DRAIN_SECONDS: 500,
    })
    expect(await readTexts(definition, { CONFIG_FILE: file, PORT: '2' })).toEqual(texts)
  })

  test('reads secrets from separate files, and rejects missing, empty and ambiguous ones', async () => {
    const token = await write('token', 'hunter2\n')
    const file = await write('with-secret.json', {
      DATABASE_URL_FILE: await write('url', ` ${required.DATABASE_URL} `),
    })
    expect((await readConfig(definition, { CONFIG_FILE: file, SHOP_TOKEN_FILE: token })).check()).toMatchObject({
      ...required,
      SHOP_TOKEN: 'hunter2',
    })
    // either form in the environment overrides either form in the file
    const both = { CONFIG_FILE: file, DATABASE_URL: 'postgres://other/shop' }
    expect((await readConfig(definition, both)).check()).toMatchObject({ DATABASE_URL: 'postgres://other/shop' })
    expect(await findProblems({ ...required, SHOP_TOKEN: 'a', SHOP_TOKEN_FILE: token })).toEqual([
      'SHOP_TOKEN_FILE and SHOP_TOKEN are both set: set only one.',
    ])
    expect(await findProblems({ DATABASE_URL_FILE: '/nowhere', SHOP_TOKEN_FILE: await write('empty', '\n') })).toEqual([
      expect.stringContaining('DATABASE_URL_FILE cannot be read: ENOENT'),
      expect.stringContaining('SHOP_TOKEN_FILE is empty'),
    ])
  })

  test('error: lists every problem at once, without secrets', async () => {
    const file = await write('wrong.json', { SHOP_ROWS: 'many', SHOP_ORIGNS: 'a', COLOUR: 'red' })
    const problems = await findProblems({
      CONFIG_FILE: file,
      PORT: '65536',
      DATABASE_URL: 'shop:hunter2@db',
      DATABASE_POOL: '0',
      SHOP_MODE: 'ajar',
      SHOP_SIGN: 'yes',
      SHOP_URL: 'http://shop.example',
      STOP_SECONDS: '2s',
    })
    expect(problems).toEqual([
      'PORT must be a port, not 65536.',
      'DATABASE_URL must be a URL such as postgres://user:password@host:port/name.',
      'DATABASE_POOL must be a number from 1 to 999, not 0.',
      'SHOP_MODE must be one of open, closed, not ajar.',
      'SHOP_SIGN must be one of 0, 1, not yes.',
      'SHOP_URL must be a URL such as https://shop.example, not http://shop.example.',
      'SHOP_ROWS must be a whole number, not many.',
      'STOP_SECONDS must be a number of seconds, not 2s.',
      `${file} has an unknown variable SHOP_ORIGNS. Did you mean SHOP_ORIGINS?`,
      `${file} has an unknown variable COLOUR.`,
    ])
    expect(new ConfigError(problems).message).toMatch(/^10 problems:\n- PORT must be a port/)
  })

  test('error: reports unreadable and invalid files without quoting secrets', async () => {
    const broken = await write('broken.json', '{ "SHOP_TOKEN": "hunter2" "PORT": 1 }')
    for (const [file, reason] of [
      ['/nowhere.json', 'ENOENT'],
      [broken, 'not valid JSON'],
      [await write('list.json', []), 'must contain a JSON object'],
      [await write('deep.json', { PORT: { port: 1 } }), 'PORT in'],
    ] as const) {
      const problems = await findProblems({ ...required, CONFIG_FILE: file })
      expect(problems).toEqual([expect.stringContaining(reason)])
      expect(problems.join()).not.toContain('hunter2')
      await expect(readTexts(definition, { ...required, CONFIG_FILE: file })).rejects.toThrow(reason)
    }
  })

  test('error: reports unknown environment variables unless they may belong to another program', async () => {
    expect(
      await findProblems({
        ...required,
        SHOP_COLOUR: 'red',
        SHOP_TOKENS: 'a',
        PORTS: '1',
        DATABASE_POL: '3',
        // known to another program, set by Kubernetes, or similar to one that is set
        SHOP_KEY: 'a',
        SHOP_KEY_FILE: 'a',
        SHOP_SERVICE_HOST: '10.0.0.1',
        SHOP_PORT_80_TCP_ADDR: '10.0.0.1',
        DATABASE_URI: 'postgres://elsewhere',
        PATH: '/bin',
        HOME: '/root',
      }),
    ).toEqual([
      'Unknown variable SHOP_COLOUR.',
      'Unknown variable SHOP_TOKENS. Did you mean SHOP_TOKEN?',
      'Unknown variable PORTS. Did you mean PORT?',
      'Unknown variable DATABASE_POL. Did you mean DATABASE_POOL?',
    ])
  })

  test('combines problems reported by the program with its own, and loads only valid variables', async () => {
    const { attempt, load, report, check } = await readConfig(definition, { ...required, SHOP_TOKEN: 'a', PORT: 'x' })
    expect(await load('SHOP_TOKEN', (token) => token.length)).toBe(1)
    expect(await load('SHOP_URL', () => 1)).toBeUndefined()
    expect(await load('PORT', () => 1)).toBeUndefined()
    expect(await attempt(() => Promise.reject(new Error('No projects.')))).toBeUndefined()
    report('Too few.')
    expect(check).toThrow('3 problems:\n- PORT must be a port, not x.\n- No projects.\n- Too few.')
  })
})

describe('--print-config', () => {
  test('prints the values and their sources, with secrets masked', async () => {
    const secret = await write('secret', 'hunter2')
    const file = await write('printed.json', { SHOP_MODE: 'closed', SHOP_TOKEN_FILE: secret })
    const config = await readConfig(definition, { ...required, CONFIG_FILE: file, SHOP_ROWS: 'many' })
    const { values, problems } = config.describe()
    expect(values).toMatchObject({
      DATABASE_URL: { value: 'postgres://shop:****@db:5432/shop', from: 'environment' },
      SHOP_TOKEN: { value: '****', from: `file ${secret}` },
      SHOP_MODE: { value: 'closed', from: `file ${file}` },
      SHOP_ROWS: { value: 'many', from: 'environment' },
      SHOP_URL: { value: null, from: 'unset' },
      PORT: { value: '4000', from: 'default' },
    })
    expect(problems).toEqual(['SHOP_ROWS must be a whole number, not many.'])
    expect(JSON.stringify(values)).not.toMatch(/hunter2|p%40ss/)
  })

  test.each([
    [
      'postgres://u:p@ss@w0rd@h/db?sslmode=x&password=p2&application_name=n',
      'postgres://u:****@h/db?sslmode=x&password=****&application_name=n',
    ],
    ['postgres://u@h/db', 'postgres://u@h/db'],
    ['postgres:///db?host=/run', 'postgres:///db?host=/run'],
    ['smtps://u:p@mail:465', 'smtps://u:****@mail:465'],
    ['https://node.example/v2/key?x=1', 'https://node.example/****'],
    ['https://node.example', 'https://node.example'],
    ['host=db password=p', '****'],
  ])('masks %s', (value, shown) => {
    expect(mask(value, 'url')).toBe(shown)
    expect(mask(value, 'all')).toBe('****')
    expect(mask(value, undefined)).toBe(value)
  })

  test('exits with 1 if there are problems', () => {
    const run = (problems: readonly string[]): ReturnType<typeof spawnSync> =>
      spawnSync(process.execPath, [
        '--input-type=module',
        '-e',
        `const print = ${printConfig.toString()}
        print({ describe: () => ({ values: { A: 1 }, problems: ${JSON.stringify(problems)} }) })`,
      ])
    const [good, bad] = [run([]), run(['No.'])]
    expect([good.status, JSON.parse(String(good.stdout)), String(good.stderr)]).toEqual([0, { A: 1 }, ''])
    expect([bad.status, JSON.parse(String(bad.stdout)), String(bad.stderr)]).toEqual([1, { A: 1 }, 'No.\n'])
  })
})

test('the table of variables and the names of secrets come from the definition', () => {
  expect(listVariables(definition).slice(0, 4)).toEqual([
    ['`PORT`', 'port to listen on', '`4000`'],
    ['`DATABASE_URL`, `DATABASE_URL_FILE`', 'PostgreSQL', 'required'],
    ['`DATABASE_POOL`', 'connections', 'as many as needed'],
    ['`SHOP_TOKEN`, `SHOP_TOKEN_FILE`', 'token', 'none'],
  ])
  expect(listSecrets(definition)).toEqual(['DATABASE_URL', 'DATABASE_URL_FILE', 'SHOP_TOKEN', 'SHOP_TOKEN_FILE'])
})
