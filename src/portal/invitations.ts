import { Type } from 'typebox';
import type { People } from '../control/people.ts';
import { hourMs } from '../kernel/clock.ts';
import type { Persons } from './persons.ts';
import { form, json, type PortalRoutes } from './portal-call.ts';
import { unknown } from './refusal.ts';
import { invitationCookie } from './sign-up-mode.ts';

const link = Type.Object(
  { token: Type.String({ pattern: '^[0-9A-Za-z]{32}$' }) },
  { additionalProperties: false },
);

/** What stands behind an invitation's link, `/signup?invitation=…`. */
export function invitationRoutes({ people, persons }: { people: People; persons: Persons }): PortalRoutes {
  return {
    invitation: {
      /** Says what a link leads to, and has the browser keep it for signing up, whichever way that is done. */
      async POST(asked) {
        const { token } = await form(asked, link);
        const found = await people.findInvitation(token);
        if (found === undefined) throw unknown('invitation any more');
        const answer = json({ account: found.account ?? null, role: found.role, note: found.note ?? null });
        const secure = new URL(asked.request.url).protocol === 'https:' ? '; Secure' : '';
        const life = `Max-Age=${hourMs / 1_000}`;
        const attributes = `Path=/portal/api; HttpOnly; SameSite=Lax; ${life}${secure}`;
        answer.headers.append('Set-Cookie', `${invitationCookie}=${token}; ${attributes}`);
        return answer;
      },
    },
    'invitation/accept': {
      /** Lets somebody who has an account already join another one. */
      async POST(asked) {
        const person = await persons.demand(asked);
        const { token } = await form(asked, link);
        if ((await people.findInvitation(token)) === undefined) throw unknown('invitation any more');
        return json({ account: (await people.redeem(token, person.id)) ?? null });
      },
    },
  };
}
