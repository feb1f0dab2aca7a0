import { Type } from 'typebox';
import { count, detail } from '../kit/inputs.ts';
import { rowsOf, unknownPath } from '../kit/section.ts';
import { InputFault, tool } from '../kit/tool.ts';
import { counted } from '../kit/wording.ts';

export const queryApi = tool({
  name: 'query_api',
  title: 'Ask any endpoint',
  description:
    'Sends one GET to any endpoint of the API and returns its body. For what no other tool answers; describe_api lists paths and parameters. With rows it reads page after page.',
  input: Type.Object(
    {
      path: Type.String({
        minLength: 2,
        maxLength: 300,
        description: 'Template or filled in: /pulse/trader/{address} or /pulse/trader/0x…',
      }),
      params: Type.Optional(
        Type.Record(
          Type.String({ maxLength: 64 }),
          Type.Union([
            Type.String({ maxLength: 3_000 }),
            Type.Number(),
            Type.Boolean(),
            Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
          ]),
          { description: 'Parameters by name, those of the path too', maxProperties: 32 },
        ),
      ),
      rows: Type.Optional(count('Rows wanted of an endpoint with limit and offset')),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: { answer: 'The body, as describe_api describes it' },
  plan({ path, params, rows }, api) {
    const [bare = '', query] = path.split('?');
    if (query !== undefined) throw new InputFault('Put parameters into params, not behind a ? in path.');
    if (api.match(bare) === undefined) throw new InputFault(unknownPath(bare, api));
    return { answer: { path: bare, params: params ?? {}, ...(rows !== undefined && { rows }) } };
  },
  finding({ answer }, { path }) {
    const rows = rowsOf(answer);
    const length = rows === undefined ? '' : ` It holds ${counted(rows.length, 'row')}.`;
    return [`${path.split('?')[0]} was answered.${length}`];
  },
});
