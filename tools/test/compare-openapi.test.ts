import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareOpenapi } from '../src/compare-openapi.ts';

/** Compares with a description of these paths. */
function compare(paths: unknown, components: unknown = {}): { status: number; lines: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'description.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', paths, components }));
  const lines: string[] = [];
  const status = compareOpenapi([file], (line) => lines.push(line));
  return { status, lines };
}

const body = (schema: unknown) => ({
  requestBody: { content: { 'application/json': { schema } } },
});

const text = { type: 'string' };
const addMembers = {
  type: 'object',
  properties: {
    admins: { type: 'array', items: text },
    moderators: { type: 'array', items: text },
    participants: { type: 'array', items: text },
    usersToBan: { type: 'array', items: text },
  },
};
const onBehalfOf = { name: 'onBehalfOf', in: 'header', schema: text };
const groupMembers = {
  '/groups/{guid}/members': {
    post: { parameters: [onBehalfOf], ...body(addMembers) },
    get: {
      parameters: [
        ...['perPage', 'page'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
        { name: 'scopes', in: 'query', schema: { type: 'array', items: text } },
      ],
    },
  },
  '/groups/{guid}/members/{uid}': {
    put: { parameters: [onBehalfOf], ...body({ properties: { scope: text } }) },
    delete: { parameters: [{ $ref: '#/components/parameters/actingUser' }] },
  },
};
const components = { parameters: { actingUser: onBehalfOf } };

const answers = (example: unknown) => ({
  responses: { 200: { content: { 'application/json': { example } } } },
});

/** The new differences that contain the text. */
function newOf(lines: readonly string[], part: string): string[] {
  return lines
    .filter((line) => line.startsWith('NEW') && line.includes(part))
    .map((line) => line.slice(6));
}

test('a description that agrees with the table has only known differences', () => {
  const { status, lines } = compare(groupMembers, components);

  expect(lines.filter((line) => line.startsWith('NEW'))).toEqual([]);
  expect(lines.at(-1)).toBe('4 operations described, 3 differences (0 new, 3 known).');
  expect(status).toBe(0);
});

test('paths, acting users, fields, required fields and words are compared', () => {
  const { status, lines } = compare({
    '/groups/{groupId}/members': {
      post: body({
        required: ['admins'],
        properties: { ...addMembers.properties, guests: { type: 'array', items: text } },
      }),
    },
    '/groups/{guid}/members/{uid}': {
      put: {
        parameters: [{ ...onBehalfOf, required: true }],
        ...body({ required: ['scope'], properties: { scope: { enum: ['admin', 'guest'] } } }),
      },
    },
    '/groups/{guid}/doors': { get: {} },
  });

  expect(lines.filter((line) => line.startsWith('NEW')).map((line) => line.slice(6))).toEqual([
    'GET /groups/{guid}/members: only in the table',
    'DELETE /groups/{guid}/members/{uid}: only in the table',
    'POST /groups/{guid}/members path parameters: /groups/{groupId}/members',
    'POST /groups/{guid}/members onBehalfOf: optional in the table, none described',
    'POST /groups/{guid}/members body.admins: required only in the description',
    'POST /groups/{guid}/members body.guests: only in the description',
    'PUT /groups/{guid}/members/{uid} onBehalfOf: optional in the table, required described',
    'PUT /groups/{guid}/members/{uid} body.scope: admin|moderator|participant in the table, admin|guest described',
    'GET /groups/{guid}/doors: only in the description',
  ]);
  expect(status).toBe(1);
});

test('a difference like a known one, in another operation, is new', () => {
  const { lines } = compare({ '/groups/{guid}/members': { get: {} } });

  expect(lines).toContain('NEW   GET /groups/{guid}/members query.perPage: only in the table');
});

test('types and allowed words are compared, inside lists too', () => {
  const { lines } = compare({
    '/groups/{guid}/members': {
      post: {
        ...body({ properties: { ...addMembers.properties, admins: text } }),
        parameters: [onBehalfOf],
      },
      get: {
        parameters: [
          { name: 'perPage', in: 'query', schema: text },
          { name: 'scopes', in: 'query', schema: { type: 'array', items: text } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
      },
    },
    '/users': {
      get: {
        parameters: [
          {
            name: 'searchIn',
            in: 'query',
            schema: { type: 'array', items: { enum: ['name', 'nickname'] } },
          },
        ],
      },
    },
  });

  expect(newOf(lines, '/groups/{guid}/members ')).toEqual([
    'POST /groups/{guid}/members body.admins: string[] in the table, string described',
    'GET /groups/{guid}/members query.perPage: integer in the table, string described',
  ]);
  expect(newOf(lines, 'query.searchIn')).toEqual([
    'GET /users query.searchIn: name|uid in the table, name|nickname described',
  ]);
});

test('the table reads example answers in full: other types, unknown fields and other shapes are differences', () => {
  const { lines } = compare({
    '/users/{uid}': {
      get: {
        parameters: [onBehalfOf],
        ...answers({ data: { uid: 'ann', name: 7, metadata: { any: 'key' }, shoeSize: 38 } }),
      },
    },
    '/users': { get: answers({ data: 'none' }) },
    '/conversations': {
      get: answers({ data: [{ conversationId: 'a_user_b', unreadMessageCount: '3' }] }),
    },
  });

  expect(lines.filter((line) => line.includes('example')).map((line) => line.slice(6))).toEqual([
    'GET /users/{uid} example data.name: number described, not read by the table',
    'GET /users/{uid} example data.shoeSize: only in the description',
    expect.stringMatching(/^GET \/users example data: not readable/),
  ]);
});

test('records under any key are compared as one', () => {
  const { lines } = compare({
    '/data_import/users': {
      post: body({
        properties: {
          users: { properties: { '<uid>': { required: ['uid'], properties: { uid: text } } } },
        },
      }),
    },
  });

  expect(lines).toContain('NEW   POST /data_import/users body.users.*.avatar: only in the table');
  expect(lines.join()).not.toContain('body.users.*.uid');
});

test('without a file, or with two, the usage is printed', () => {
  const lines: string[] = [];

  expect(compareOpenapi([], (line) => lines.push(line))).toBe(2);
  expect(compareOpenapi(['a', 'b'], (line) => lines.push(line))).toBe(2);
  expect(lines).toHaveLength(2);
});
