import { fields, type InputKind, type Kind, kinds } from '@chatferry/contract';

type FieldNames = Readonly<Record<string, readonly string[]>>;

/**
 * For each field, the names that exports of other systems give it, in lower case and without separators. The field's
 * own name counts too.
 */
const otherNames: Readonly<Partial<Record<Kind, FieldNames>>> = {
  users: {
    uid: ['id', 'userid', 'username', 'login', 'identity', 'memberid'],
    name: ['displayname', 'fullname', 'nickname', 'friendlyname', 'realname'],
    avatar: [
      'avatarurl',
      'profileurl',
      'profileimage',
      'profilepicture',
      'image',
      'picture',
      'photo',
    ],
    link: ['url', 'homepage', 'website', 'profilelink'],
    role: ['rolename', 'usertype'],
    createdAt: ['created', 'datecreated', 'registeredat', 'joined', 'signupat', 'createdon'],
    lastActiveAt: ['lastseen', 'lastseenat', 'lastactive', 'lastlogin', 'lastloginat'],
    deactivatedAt: ['deactivated', 'deletedat', 'disabledat'],
    metadata: ['meta', 'attributes', 'properties', 'custom', 'extra'],
    tags: ['labels', 'tag'],
  },
  groups: {
    guid: ['id', 'groupid', 'channelid', 'roomid', 'channelurl', 'conversationid'],
    name: ['title', 'groupname', 'channelname', 'roomname', 'subject', 'friendlyname'],
    type: ['grouptype', 'visibility', 'privacy'],
    password: ['accesscode'],
    icon: ['iconurl', 'image', 'avatar', 'coverurl', 'picture'],
    owner: ['ownerid', 'createdby', 'creator', 'creatorid', 'admin'],
    createdAt: ['created', 'datecreated', 'createdon'],
    metadata: ['meta', 'attributes', 'properties', 'custom', 'data', 'extra'],
    tags: ['labels', 'tag', 'customtype'],
  },
  members: {
    guid: ['groupid', 'group', 'channelid', 'channel', 'roomid', 'room', 'conversationid'],
    uid: ['userid', 'user', 'username', 'identity', 'member', 'memberuid'],
    scope: ['role', 'rolename', 'memberrole'],
    isBanned: ['banned'],
    joinedAt: ['joined', 'createdat', 'addedat', 'datejoined', 'membersince'],
    memberId: [],
  },
  messages: {
    muid: ['id', 'messageid', 'msgid', 'mid', 'sid'],
    sender: ['senderid', 'from', 'userid', 'user', 'author', 'authorid', 'fromid', 'uid'],
    receiver: [
      'receiverid',
      'to',
      'recipient',
      'recipientid',
      'channelid',
      'groupid',
      'roomid',
      'toid',
      'conversationid',
      'guid',
    ],
    receiverType: ['recipienttype', 'conversationtype', 'chattype'],
    category: [],
    type: ['messagetype', 'msgtype', 'kind'],
    text: ['message', 'body', 'content', 'msg', 'messagetext'],
    data: ['payload'],
    tags: ['labels', 'tag'],
    sentAt: [
      'timestamp',
      'ts',
      'createdat',
      'date',
      'time',
      'sent',
      'created',
      'sentdate',
      'createdon',
    ],
    deliveredAt: ['delivered'],
    readAt: ['read', 'seenat'],
    senderUserDetails: [],
    receiverUserDetails: [],
    receiverGroupDetails: [],
    receiverGroupOwnerDetails: [],
    mentionedUserDetails: [],
  },
};

/** The fields of a kind, with the names that other systems give them. */
export function fieldNames(kind: InputKind): FieldNames {
  return (
    otherNames[kind] ?? Object.fromEntries(Object.keys(fields[kind]).map((name) => [name, []]))
  );
}

/** Required fields that often have the same value in all records of a file, which a constant can set. */
export function constantFields(kind: InputKind): readonly string[] {
  return kinds[kind].constants ?? [];
}

/** Required fields that need a column. */
export function requiredColumns(kind: InputKind): readonly string[] {
  return Object.entries(fields[kind])
    .filter(
      ([name, { required, type }]) =>
        required && type !== 'json' && !constantFields(kind).includes(name),
    )
    .map(([name]) => name);
}
