import type { Kind } from '@chatferry/contract';

/**
 * For each field of a record the names that exports of other systems give it, in lower case and without separators.
 * The field's own name counts too.
 */
export const fieldNames: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
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

/** What a record of the kind cannot do without either, though it may be the same for all of them: a constant. */
export const constantFields: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  groups: ['type'],
  messages: ['receiverType'],
};

/** What a record of the kind cannot do without, and no constant is likely to give. */
export const tellingFields: Readonly<Record<Kind, readonly string[]>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name'],
  members: ['guid', 'uid'],
  messages: ['muid', 'sender', 'receiver', 'sentAt'],
};
