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
      parameters: ['perPage', 'page', 'scopes'].map((name) => ({ name, in: 'query' })),
    },
  },
  '/groups/{guid}/members/{uid}': {
    put: { parameters: [onBehalfOf], ...body({ properties: { scope: text } }) },
    delete: { parameters: [{ $ref: '#/components/parameters/actingUser' }] },
  },
};
const components = { parameters: { actingUser: onBehalfOf } };

test('a description that says what the table says has only known differences', () => {
  const { status, lines } = compare(groupMembers, components);

  expect(lines.filter((line) => line.startsWith('NEW'))).toEqual([]);
  expect(lines.at(-1)).toBe('4 operations described, 2 differences (0 new, 2 known).');
  expect(status).toBe(0);
});

test('paths, acting users, fields, what is required and words are compared', () => {
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
    'GET /groups/{guid}/doors: only in the description',
  ]);
  expect(status).toBe(1);
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
